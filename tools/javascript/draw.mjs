// A diagram in the language of Graphviz, read from standard input, as SVG to standard output.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const viz = pathToFileURL(`${process.argv[2]}/node_modules/@viz-js/viz/dist/viz.js`);
const { instance } = await import(viz.href);
const drawn = (await instance()).render(readFileSync(0, "utf-8"), { format: "svg" });
for (const { level, message } of drawn.errors) console.error(`${level}: ${message}`);
if (drawn.status !== "success") process.exit(1);
process.stdout.write(drawn.output);

// As much of `node:test` as the tests of the modules use, for a browser.

const [tests, befores, afters] = [[], [], []];

export const test = (name, deed) => tests.push([name, deed]);
export const beforeEach = (deed) => befores.push(deed);
export const afterEach = (deed) => afters.push(deed);

/** Run what was written down so far: the names of all tests, and what became of those that failed. */
export async function run() {
  const failed = [];
  for (const [name, deed] of tests) {
    try {
      for (const each of befores) await each();
      await deed();
    } catch (error) {
      failed.push(`${name}: ${error}`);
    }
    for (const each of afters) await each();
  }
  return { names: tests.map(([name]) => name), failed };
}

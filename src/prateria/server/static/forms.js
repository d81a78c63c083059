// Forms that use the API: the form's contents are sent to `data-api` as JSON, and then
// `data-then` is opened, with `{id}` and the like filled in from the answer; without it a "done" event fires.

import { post } from "./api.js";

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, any>}
 */
export function contents(form) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (
      !field.name ||
      (field instanceof HTMLInputElement && field.type === "radio" && !field.checked)
    )
      continue;
    put(found, field.name, valueOf(field));
  }
  return found;
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function valueOf(field) {
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked;
  return "json" in field.dataset ? JSON.parse(field.value) : field.value;
}

/**
 * `a.b` is a field of a field, `a[]` one more of a list; empty texts of a list are left out.
 * @param {Record<string, any>} found
 * @param {string} name
 * @param {unknown} value
 */
function put(found, name, value) {
  const [first = "", rest] = name.split(".", 2);
  if (rest !== undefined) {
    found[first] ??= {};
    put(found[first], rest, value);
  } else if (name.endsWith("[]")) {
    const list = (found[name.slice(0, -2)] ??= []);
    if (String(value).trim()) list.push(value);
  } else if (value !== "") {
    found[name] = value;
  }
}

/** @param {SubmitEvent} event */
async function submitted(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.api === undefined) return;
  event.preventDefault();
  const buttons = [...form.querySelectorAll("button")].filter((button) => !button.disabled);
  for (const button of buttons) button.disabled = true;
  try {
    const answer = await post(form.dataset.api.replace(/^\/api/, ""), contents(form));
    tell(form, "");
    const then = form.dataset.then;
    if (then)
      location.assign(then.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(answer[name])));
    else document.dispatchEvent(new CustomEvent("done", { detail: { form, answer } }));
  } catch (error) {
    tell(form, error instanceof Error ? error.message : String(error));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} sentence
 */
function tell(form, sentence) {
  const place =
    form.querySelector('[role="alert"]') ?? document.querySelector('main [role="alert"]');
  if (!(place instanceof HTMLElement)) return;
  place.textContent = sentence;
  place.hidden = !sentence;
}

document.addEventListener("submit", submitted);

// Elements and texts. Texts of a world become text nodes, so no markup in them is interpreted.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** Characters that are invisible, or that change the order or position of others. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\ud800-\udfff]/gu;

/** The maximum number of characters of a text that are shown. */
const SHOWN_MAX = 2000;

/**
 * Returns a text for display: invisible characters are escaped, and a very long text is truncated.
 * @param {string} text
 * @param {number} [max]
 */
function shown(text, max = SHOWN_MAX) {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
  return cut.replace(HIDDEN, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  });
}

/**
 * Returns a text of several lines for display.
 * @param {string} text
 */
function shownLines(text) {
  return text.split("\n").map((line) => shown(line)).join("\n");
}

/**
 * Creates an element. Attributes that are functions become listeners for the event of that name.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/**
 * Returns the element with an identifier.
 * @param {string} id
 * @returns {HTMLElement}
 */
function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part “${id}”`);
  return element;
}

/**
 * Replaces the contents of a part of the page.
 * @param {string} id
 * @param {...(Child | Child[])} children
 */
function fill(id, ...children) {
  part(id).replaceChildren(...make("div", {}, ...children).childNodes);
}

/**
 * Sets the children of an element, without moving those that are already in position.
 * @param {Element} parent
 * @param {Element[]} children
 */
function reconcile(parent, children) {
  const wanted = new Set(children);
  let at = parent.firstElementChild;
  for (const child of children) {
    while (at && !wanted.has(at)) {
      const next = at.nextElementSibling;
      at.remove();
      at = next;
    }
    if (at === child) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/**
 * Returns a count with its noun, such as `1 step` or `3 steps`.
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Returns a duration, such as `12.3 ms` or `2.40 s`.
 * @param {number | undefined} ns
 */
function duration(ns) {
  if (ns === undefined) return "";
  return ns < 1e9 ? `${(ns / 1e6).toFixed(1)} ms` : `${(ns / 1e9).toFixed(2)} s`;
}

/** The names of the kinds of changes, by mark. */
const MARKS = { "+": "appeared", "-": "disappeared", "~": "changed", "^": "moved" };

/** @typedef {keyof typeof MARKS} Mark */

/**
 * Returns a mark, with its meaning for screen readers.
 * @param {Mark} mark
 */
function markOf(mark) {
  return make(
    "span", { class: `mark ${MARKS[mark]}`, title: MARKS[mark] },
    make("span", { "aria-hidden": "true" }, mark), make("span", { class: "unseen" }, MARKS[mark]));
}

/**
 * Returns an old value and the new one.
 * @param {string} old
 * @param {string} now
 */
function change(old, now) {
  return make(
    "span", { class: "change" },
    make("del", {}, make("span", { class: "unseen" }, "was "), old), make("span", { class: "arrow" }, "→"),
    make("ins", {}, now));
}

// Elements and texts. Texts of a world become text nodes, so no markup in them is interpreted.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** Characters that are invisible, or that change the order or position of others. */
const HIDDEN =
  /[\0-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff0-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}\p{Noncharacter_Code_Point}]|[\ud800-\udfff]/u;

/** Letters of cursive scripts, between which joiners have an effect; and viramas, after which they have one. */
const [CURSIVE, VIRAMA] = [
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\u064b-\u0655\u0670]/u,
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]/u,
].map((one) => one.source);

/** The sequences in which tags, joiners and variation selectors are shown, and then those characters elsewhere. */
const SEQUENCES = [
  String.raw`(?<kept>\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{Ideographic})[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]|(?<=[\u1000-\u109f\u2200-\u22ff\u2a00-\u2aff\ua840-\ua87f\u{13000}-\u{1342f}])[\ufe00-\ufe0d]`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})|(?<=${VIRAMA})[\u200c\u200d]|(?<=${CURSIVE})[\u200c\u200d](?=${CURSIVE}))`,
  String.raw`[\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}]`,
];

const ESCAPED = new RegExp([...SEQUENCES, HIDDEN.source].join("|"), "gu");

/** The maximum number of characters of a text that are shown. */
const SHOWN_MAX = 2000;

/**
 * Returns a text for display: invisible characters are escaped, and a very long text is truncated.
 * @param {string} text
 * @param {number} [max]
 */
function shown(text, max = SHOWN_MAX) {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
  return cut.replace(ESCAPED, (character, kept) => {
    if (kept !== undefined) return character;
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

// The details of a step: its command, failures, changes, and the observers that were called.

/** @param {Page} page @returns {HTMLElement} */
function stepPart(page) {
  const { session, moment } = page;
  const { step } = moment;
  const events = session.events(moment);
  const heading = step === 0 ? "The beginning" : session.name(moment);
  /** @type {Child[]} */
  const parts = [make("h2", {}, heading.charAt(0).toUpperCase() + heading.slice(1))];
  if (step > 0) parts.push(make("pre", { class: "command" }, shownLines(session.title(step))));
  const line = session.lineNumber(step);
  const outcome = events.find((event) => event.type === "end");
  if (outcome?.type === "end" || line !== undefined) {
    parts.push(make(
      "p", { class: "facts" },
      outcome?.type === "end" ? make("span", { class: `outcome ${outcome.outcome}` }, outcomeText(outcome.outcome)) : null,
      line !== undefined && session.scenario && heading !== `line ${line}` ? make("span", { class: "dim" }, `line ${line} of the file`) : null));
  }
  if (session.partCount(step)) parts.push(partButtons(page));
  const diagnostics = events.filter((event) => event.type === "diagnostic");
  if (diagnostics.length > 0) {
    parts.push(make("h3", {}, diagnostics.length === 1 ? "Diagnostic" : "Diagnostics"));
    for (const event of diagnostics) parts.push(make("pre", { class: "diagnostic" }, shownLines(printed(event).map((one) => one.text).join("\n"))));
  }
  parts.push(...transactionParts(page, events));
  const lines = events.flatMap((event) => (event.type === "text" ? printed(event) : []));
  if (lines.length > 0) parts.push(make("h3", {}, "Printed"), make("pre", { class: "printed" }, printedText(lines)));
  return make("section", { class: "step-detail", "aria-label": "Details of the step" }, parts);
}

/** @param {string} outcome */
function outcomeText(outcome) {
  if (outcome === "failed") return "✗ failed";
  return outcome === "quit" ? "ended the session" : "✓ done";
}

/** @param {Page} page */
function partButtons(page) {
  const { session, moment } = page;
  const buttons = [];
  for (let number = 0; number <= session.partCount(moment.step); number += 1) {
    const part = number === 0 ? null : number;
    buttons.push(make(
      "button",
      {
        type: "button", "aria-pressed": String(moment.part === part),
        click: () => page.go({ step: moment.step, part }),
      },
      part === null ? "whole step" : `part ${part}`));
  }
  return make("div", { class: "parts", role: "group", "aria-label": "Parts of the step" }, buttons);
}

/**
 * Returns the changes of the transactions among events, and the observers that were called.
 * @param {Page} page
 * @param {SessionEvent[]} events
 * @returns {Child[]}
 */
function transactionParts(page, events) {
  const transactions = events.filter((event) => event.type === "transaction");
  const isOne = transactions.length === 1;
  /** @type {Child[]} */
  const parts = [];
  if (page.moment.step > 0 && transactions.length === 0) parts.push(make("p", { class: "note" }, "It changed nothing."));
  for (const event of events) {
    if (event.type === "transaction") {
      if (page.moment.step === 0) {
        parts.push(make("p", { class: "note" }, `${counted(event.changes?.length ?? 0, "object")} in the initial state.`));
        continue;
      }
      parts.push(make("h3", {}, event.undone ? "Undid" : "Changed", isOne ? null : ` by ${event.step ? `${event.step}.${event.part}` : "a part"}`));
      if (!isOne || event.undone || event.cause !== page.session.title(page.moment.step)) {
        parts.push(make("pre", { class: "command small" }, shownLines(event.cause)));
      }
      if (!event.changes) parts.push(make("p", { class: "note" }, "The changes are no longer in the history."));
      else if (event.changes.length === 0) parts.push(make("p", { class: "note" }, "Only internal objects."));
      else parts.push(changedObjects(page, event.changes));
    } else if (event.type === "told") {
      parts.push(callsPart(event));
    }
  }
  return parts;
}

/** @param {ToldEvent} event */
function callsPart(event) {
  const wasted = event.to.filter((call) => !call.lines).length;
  const items = event.to.map((call) => make(
    "li", { class: call.lines ? "" : "wasted" },
    make("span", { class: "name" }, call.name === "" ? "unnamed" : shown(call.name)),
    make("span", { class: "dim" }, call.lines ? counted(call.lines, "line") : "nothing to show")));
  return make(
    "details", { class: "told", open: event.to.length <= 12 },
    make(
      "summary", {},
      make("h3", {}, "Called"), ` ${counted(event.to.length, "observer")}`,
      wasted > 0 ? make("span", { class: "badge" }, `${wasted} without effect`) : null),
    make("ol", { class: "calls" }, items),
    event.passed > 0 ? make("p", { class: "note" }, `${counted(event.passed, "observer")} only notified others.`) : null);
}

/**
 * Returns elements for lines of a transcript, with their marks.
 * @param {PrintedLine[]} lines
 * @returns {Child[]}
 */
function printedText(lines) {
  const kinds = { "": "", ">": "typed", "!": "failure", "+": "appeared", "-": "disappeared", "~": "changed", "^": "moved" };
  return lines.flatMap(({ mark, text }) => [make("span", { class: `line ${kinds[mark]}` }, shown(text)), "\n"]);
}

// The results of scenarios: the index of a run, and the failures of a scenario.

/** @typedef {{text: string, verdict: string, tag: string, order: "" | "path" | "time"}} Choice */

/**
 * Returns the index of a run: failures first, then the other scenarios in the order of the run.
 * @param {Page} page
 */
function indexPart(page) {
  const { file } = page;
  const tags = [...new Set(file.places.flatMap((place) => place.scenario?.tags ?? []))].sort();
  const hasTimes = file.places.some((place) => place.scenario?.ns !== undefined);
  const update = () => {
    page.choice.text = /** @type {HTMLInputElement} */ (part("index-text")).value;
    page.choice.verdict = /** @type {HTMLSelectElement} */ (part("index-verdict")).value;
    page.choice.tag = /** @type {HTMLSelectElement} */ (part("index-tag")).value;
    fill("index-list", indexList(page, hasTimes));
  };
  const select = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string[][]} */ options, /** @type {string} */ value) => make(
    "label", { for: id }, make("span", {}, label),
    make("select", { id, change: update }, options.map(([text, name]) => make("option", { value: text ?? "", selected: text === value }, shown(name ?? "", 60)))));
  const result = make(
    "main", { class: "index", id: "main" },
    summaryPart(file),
    make(
      "div", { class: "filters", role: "search" },
      make(
        "label", { for: "index-text" }, make("span", {}, "Search"),
        make("input", { id: "index-text", type: "search", value: page.choice.text, placeholder: "path or claim", input: update })),
      select("index-verdict", "Verdict", [["", "all"], ["failed", "failed"], ["passed", "passed"]], page.choice.verdict),
      select("index-tag", "Tag", [["", "all"], ...tags.map((tag) => [tag, tag])], page.choice.tag)),
    make("div", { id: "index-list" }, indexList(page, hasTimes)),
    coveragePart(file.summary));
  return result;
}

/** @param {EventFile} file */
function summaryPart(file) {
  const failed = file.places.filter((place) => place.scenario?.verdict === "failed").length;
  const count = file.places.length;
  const facts = [
    make("span", { class: "fact passed" }, make("strong", {}, String(count - failed)), " passed"),
    make("span", { class: `fact ${failed ? "failed" : ""}` }, make("strong", {}, String(failed)), " failed"),
  ];
  const { summary } = file;
  if (summary && summary.notRun > 0) facts.push(make("span", { class: "fact" }, make("strong", {}, String(summary.notRun)), " not run"));
  if (summary) facts.push(make("span", { class: "fact" }, make("strong", {}, summary.commands.toLocaleString("en")), " commands"));
  if (summary?.ns !== undefined) facts.push(make("span", { class: "fact" }, make("strong", {}, duration(summary.ns))));
  return make(
    "header", { class: "index-head" },
    make("h1", {}, failed > 0 ? `✗ ${counted(failed, "scenario")} of ${count} failed` : `✓ ${counted(count, "scenario")} passed`),
    summary?.interrupted ? make("p", { class: "note" }, "The run was interrupted.") : null,
    make("p", { class: "fact-line" }, facts));
}

function indexList(/** @type {Page} */ page, /** @type {boolean} */ hasTimes) {
  const { choice } = page;
  const text = choice.text.toLowerCase();
  const found = page.file.places.map((place) => place.scenario).filter((one) => one !== null).filter((one) => {
    const scenario = /** @type {Scenario} */ (one);
    return (!text || `${scenario.path}\n${scenario.claim}`.toLowerCase().includes(text))
      && (!choice.tag || scenario.tags.includes(choice.tag))
      && (!choice.verdict || (choice.verdict === "failed") === (scenario.verdict === "failed"));
  });
  const scenarios = /** @type {Scenario[]} */ (found);
  const rank = (/** @type {Scenario} */ one) => (one.verdict === "failed" ? 0 : 1);
  scenarios.sort((a, b) => rank(a) - rank(b) || (choice.order === "time" ? (b.ns ?? 0) - (a.ns ?? 0) : 0));
  if (scenarios.length === 0) return make("p", { class: "empty" }, "No scenario matches.");
  const longest = Math.max(1, ...scenarios.map((one) => one.ns ?? 0));
  const order = () => {
    choice.order = choice.order === "time" ? "" : "time";
    fill("index-list", indexList(page, hasTimes));
  };
  return make(
    "table", { class: "scenarios" },
    make("caption", { class: "unseen" }, `${counted(scenarios.length, "scenario")}, failures first`),
    make("thead", {}, make(
      "tr", {}, make("th", { scope: "col" }, "Verdict"), make("th", { scope: "col" }, "Scenario"), make("th", { scope: "col", class: "numeric" }, "Commands"),
      hasTimes ? make("th", { scope: "col", class: "numeric", "aria-sort": choice.order === "time" ? "descending" : "none" }, make("button", { type: "button", class: "sort", click: order }, "Time", choice.order === "time" ? make("span", { class: "sign", "aria-hidden": "true" }, "▾") : null)) : null)),
    make("tbody", {}, scenarios.map((scenario) => scenarioRow(scenario, hasTimes, longest))));
}

/** @param {Scenario} scenario @param {boolean} hasTimes @param {number} longest */
function scenarioRow(scenario, hasTimes, longest) {
  const first = scenario.failures[0];
  const bar = make("span", { class: "bar", "aria-hidden": "true" });
  bar.style.inlineSize = `${Math.max(2, (48 * (scenario.ns ?? 0)) / longest).toFixed(1)}px`;
  return make(
    "tr", { class: scenario.verdict },
    make("td", {}, verdictBadge(scenario)),
    make(
      "td", { class: "claim" },
      make("a", { href: `#scenario=${encodeURIComponent(scenario.path)}` }, shown(scenario.claim || scenario.path, 300)),
      make("div", { class: "path" }, shown(scenario.path, 200), scenario.tags.map((tag) => make("span", { class: "tag" }, shown(tag, 40)))),
      first ? make("div", { class: "why-failed" }, shown(`${first.message}${first.line ? `, line ${first.line}` : ""}`, 400)) : null),
    make("td", { class: "numeric" }, String(scenario.commands)),
    hasTimes ? make("td", { class: "numeric time" }, bar, duration(scenario.ns)) : null);
}

/** @param {Scenario} scenario */
function verdictBadge(scenario) {
  const signs = { passed: ["✓", " passed"], failed: ["✗", " failed"], blessed: ["✎", " re-recorded"] };
  const [sign, word] = signs[scenario.verdict];
  return make("span", { class: `verdict ${scenario.verdict}` }, make("span", { "aria-hidden": "true" }, sign), make("span", { class: "word" }, word));
}

/** @param {Summary | null} summary */
function coveragePart(summary) {
  const dimensions = summary?.coverage;
  if (!dimensions || dimensions.length === 0) return null;
  const [covered, all] = dimensions.reduce(([a, b], one) => [a + one.covered, b + one.cells], [0, 0]);
  return make(
    "section", { class: "coverage", "aria-labelledby": "coverage-title" },
    make("h2", { id: "coverage-title" }, "Coverage ", make("span", { class: "dim" }, `${covered} of ${all}`)),
    make(
      "table", {},
      make("thead", {}, make("tr", {}, ["Dimension", "Covered", "Missing"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, dimensions.map((one) => make(
        "tr", {},
        make("th", { scope: "row" }, shown(one.name)), make("td", { class: "numeric" }, `${one.covered} of ${one.cells}`),
        make("td", {}, one.missing.length === 0 ? "nothing" : make(
          "details", {}, make("summary", {}, counted(one.missing.length, "cell")),
          make("ul", {}, one.missing.map((cell) => make("li", {}, make("code", {}, shown(cell, 200))))))))))));
}

/**
 * Returns the failures of the session's scenario.
 * @param {Page} page
 */
function failuresPart(page) {
  const scenario = page.session.scenario;
  if (!scenario || scenario.failures.length === 0) return null;
  const items = scenario.failures.slice(0, 50).map((failure, place) => make(
    "details", { class: "failure", open: place === 0 },
    make("summary", {}, make("span", { class: "sign", "aria-hidden": "true" }, "✗ "), shown(`${failure.message}${failure.line ? `, line ${failure.line}` : ""}`, 400)),
    failureBody(page, failure)));
  return make(
    "section", { class: "failures", "aria-labelledby": "failures-title" },
    make("h2", { id: "failures-title" }, `${counted(scenario.failures.length, "failure")}`),
    items,
    scenario.failures.length > 50 ? make("p", { class: "note" }, `and ${scenario.failures.length - 50} more`) : null,
    scenario.again ? make("p", { class: "again" }, "Repeat it: ", make("code", { tabindex: 0 }, shown(scenario.again))) : null);
}

/** @param {Page} page @param {Failure} failure @returns {Child[]} */
function failureBody(page, failure) {
  const step = page.stepOfFailure(failure);
  const body = [];
  if (failure.command.length > 0) body.push(make("pre", { class: "command" }, failure.command.map((line) => shown(line)).join("\n")));
  if (failure.difference) body.push(differenceTable(failure.difference));
  const texts = failure.difference ? failure.lines.filter((line) => /^(note|follows)/.test(line)) : failure.lines;
  if (texts.length > 0) body.push(make("pre", { class: "notes" }, texts.map((line) => shown(line)).join("\n")));
  if (step !== null) body.push(make("p", {}, "The state at this step: ", stepLink(page, { step, part: null })));
  return body;
}

/**
 * Returns expected and printed output side by side, line by line.
 * @param {ComparedLine[]} lines
 */
function differenceTable(lines) {
  const rows = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? {};
    if (line.skipped !== undefined || line.any !== undefined) {
      const text = line.skipped !== undefined ? `${counted(line.skipped, "line")} as expected` : `... stands for ${counted(line.any ?? 0, "line")}`;
      rows.push(make("tr", { class: "quiet" }, make("td", {}), make("td", { colspan: 2 }, text)));
    } else if (line.same !== undefined) {
      rows.push(make("tr", {}, numberCell(line), make("td", {}, shown(line.same)), make("td", {}, shown(line.same))));
    } else if (line.expected !== undefined) {
      const next = lines[at + 1];
      const got = next?.got !== undefined ? next : null;
      if (got) at += 1;
      rows.push(make("tr", { class: "differs" }, numberCell(line), sideCell("expected", line.expected, line.changed), got ? sideCell("got", got.got ?? "", got.changed) : make("td", { class: "nothing" }, "nothing")));
    } else {
      rows.push(make("tr", { class: "differs" }, numberCell(line), make("td", { class: "nothing" }, "nothing"), sideCell("got", line.got ?? "", line.changed)));
    }
  }
  return make(
    "div", { class: "scroll", tabindex: -1 },
    make(
      "table", { class: "difference" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", { class: "unseen" }, "line")), make("th", { scope: "col" }, "Expected"), make("th", { scope: "col" }, "Got"))),
      make("tbody", {}, rows)));
}

/** @param {ComparedLine} line */
function numberCell(line) {
  return make("td", { class: "number" }, line.line === undefined ? "" : String(line.line));
}

/** @param {"expected" | "got"} side @param {string} text @param {[number, number][]} [changed] */
function sideCell(side, text, changed = []) {
  /** @type {Child[]} */
  const parts = [];
  let end = 0;
  for (const [from, to] of changed) {
    parts.push(shown(text.slice(end, from)), make("mark", {}, shown(text.slice(from, to))));
    end = to;
  }
  parts.push(shown(text.slice(end)));
  return make("td", { class: side }, parts);
}

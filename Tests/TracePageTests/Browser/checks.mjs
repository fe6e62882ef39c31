// Checks pages in a browser: `node checks.mjs GROUP PAGE`. Prints a line for each claim, and ends with 1 if one does not hold.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";

const [, , group, file] = process.argv;
const browser = await Browser.start();
const address = pathToFileURL(file).href;
let failureCount = 0;

/** Checks a claim: `body` returns `true`, or what is wrong. */
async function claim(text, body) {
  let problem;
  try {
    const result = await body();
    problem = result === true ? null : JSON.stringify(result);
  } catch (error) {
    problem = String(error);
  }
  if (problem !== null) failureCount += 1;
  console.log(problem === null ? `ok - ${text}` : `not ok - ${text}: ${problem}`);
}

const evaluate = (expression) => browser.evaluate(expression);
const text = (selector) => evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ""`);
const texts = (selector) => evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText)`);
const count = (selector) => evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
/** A text without what is only read aloud. */
const seen = (text) => text.replace(/was\s/g, "").replace(/\s+/g, " ");
const chosen = () => text('.step-row[aria-selected="true"] .text');
const focused = () => evaluate("document.activeElement?.id || document.activeElement?.className || document.activeElement?.tagName");
/** Whether two values are the same; otherwise both. */
const same = (got, expected) => JSON.stringify(got) === JSON.stringify(expected) || { got, expected };

/** The visible parts of a session's page: those beside each other are separated by " | ", those below each other by " / ". */
const arrangement = () => evaluate(`(() => {
  const columns = new Map();
  for (const name of ["steps", "failures", "center", "inspector"]) {
    const box = document.querySelector("." + name)?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) continue;
    const left = Math.round(box.left);
    columns.set(left, [...columns.get(left) ?? [], [box.top, name]]);
  }
  return [...columns].sort(([a], [b]) => a - b).map(([, parts]) => parts.sort(([a], [b]) => a - b).map(([, name]) => name).join(" / ")).join(" | ");
})()`);

/** The arrangement of a session's page by the width of the window, with failures and without. */
async function arrangements(hasFailures) {
  const failures = hasFailures ? "failures / " : "";
  const expected = [
    [360, hasFailures ? "failures / steps / inspector / center" : "steps / inspector / center"],
    [900, `steps / inspector | ${failures}center`], [1280, `steps | ${failures}center | inspector`], [2560, `steps | ${failures}center | inspector`],
  ];
  for (const [width, wanted] of expected) {
    for (const scheme of ["light", "dark"]) {
      await browser.show(width, 900, scheme);
      await claim(`at ${width} px, ${scheme}, the parts are arranged as expected`, async () => same(await arrangement(), wanted));
    }
  }
  await browser.show(1280, 900);
}

/** What holds of each page: silence, no network, no overflow, names, contrast. */
async function form() {
  for (const [width, scheme] of [[360, "light"], [360, "dark"], [1280, "light"], [1280, "dark"], [2560, "light"], [2560, "dark"]]) {
    await browser.show(width, 900, scheme);
    await claim(`at ${width} px, ${scheme}, nothing is wider than the window`, async () =>
      same(await evaluate("document.documentElement.scrollWidth <= innerWidth"), true));
    await claim(`at ${width} px, ${scheme}, text has a contrast of at least 4.5`, async () => same(await evaluate(`(${faintTexts})()`), []));
  }
  await browser.show(1280, 900);
  for (const tab of ["compare", "transcript", "state"]) {
    if ((await count(`#tab-${tab}`)) === 0) continue;
    await browser.click(`#tab-${tab}`);
    await claim(`of ${tab}, text has a contrast of at least 4.5`, async () => same(await evaluate(`(${faintTexts})()`), []));
    await claim(`of ${tab}, each control has a name`, async () => same(await evaluate(`(${unnamed})()`), []));
  }
  await claim("each control has a name, each table's header a scope, each id is one", async () => same(await evaluate(`(${unnamed})()`), []));
  await claim("headings do not skip a level", async () => same(await evaluate(`(() => {
    const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter((one) => one.offsetParent).map((one) => Number(one.tagName[1]));
    return levels.filter((level, at) => at > 0 && level > Math.max(...levels.slice(0, at)) + 1);
  })()`), []));
  await claim("the page says nothing on the console", async () => same(browser.problems, []));
  await claim("the page requests nothing but itself", async () =>
    same(browser.requests.filter((one) => !one.startsWith("file:") && one !== "about:blank"), []));
}

/** The texts whose contrast with their background is too low (WCAG 1.4.3). */
function faintTexts() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const rgb = (color, below) => {
    context.fillStyle = below ? `rgb(${below.join(" ")})` : "white";
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (color) => {
    const [r, g, b] = color.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(getComputedStyle(at).backgroundColor);
    return layers.reverse().reduce((below, layer) => rgb(layer, below), rgb(getComputedStyle(document.documentElement).backgroundColor));
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (walker.nextNode() && seen < 800) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.offsetParent || element.closest(".unseen, :disabled, script, .screen.closed")) continue;
    seen += 1;
    const below = background(element);
    const [high, low] = [luminance(rgb(getComputedStyle(element).color, below)), luminance(below)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 4.5) faint.add(`${element.tagName}.${element.className} ${contrast.toFixed(2)} ${walker.currentNode.data.slice(0, 30)}`);
  }
  return [...faint];
}

/** What assistive technology could not name. */
function unnamed() {
  const found = [];
  const nameOf = (element) => element.getAttribute("aria-label") || element.title || element.innerText?.trim()
    || document.getElementById(element.getAttribute("aria-labelledby"))?.innerText || (element.labels?.[0]?.innerText ?? "");
  for (const element of document.querySelectorAll("button, a, input, select, [role=grid], [role=listbox], [role=tabpanel], nav, aside, dialog")) {
    if (element.closest("dialog:not([open])") && element.tagName !== "DIALOG") continue;
    if (!nameOf(element)) found.push(element.outerHTML.slice(0, 80));
  }
  for (const head of document.querySelectorAll("th:not([scope])")) found.push(head.outerHTML.slice(0, 80));
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  found.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two of #${id}`));
  for (const element of document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-activedescendant]")) {
    for (const name of ["aria-controls", "aria-labelledby", "aria-activedescendant"]) {
      const id = element.getAttribute(name);
      if (id && !document.getElementById(id)) found.push(`${name} leads to no #${id}`);
    }
  }
  if (document.documentElement.lang === "") found.push("no language");
  if (document.querySelectorAll("main").length !== 1) found.push("not one main part");
  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
  return found;
}

/** A kanban session whose second line of two commands is undone and redone. */
async function redone() {
  await browser.show(1280, 900);
  await claim("a number leads to the line that made the step, not to the one that redid it", async () => {
    await browser.open(`${address}#step=2`);
    return same(await chosen(), "change Docs points=2; change Docs points=3");
  });
}

/** A scenario with comments, in which commands are typed again after `undo`. */
async function retyped() {
  await browser.show(1280, 900);
  await browser.open(address);
  await claim("a command that is typed again after an undo has the number of its step", async () => same(
    await texts(".step-row .label"), ["0", "1", "·", "·", "2", "·", "·", "3"]));
  await claim("a number leads to the line that made the step last", async () => {
    await browser.open(`${address}#step=2`);
    return (await text(".facts")).includes("line 9 of the file") || (await text(".facts"));
  });
  await claim("a line that made no step is named by its line in the file", async () => {
    await browser.press("k");
    return same([await text(".step-detail h2"), await text("#position strong"), await evaluate("location.hash")], ["Line 7", "line 7", "#line=7"]);
  });
  await claim("the address of a line leads to it, also to one that made a step", async () => {
    const found = [];
    for (const line of [7, 9, 15]) {
      await browser.open(`${address}#line=${line}`);
      found.push([await chosen(), await text("#position")]);
    }
    return same(found, [["undo", "line 7 · 3 of 7"], ["change Docs points=5", "step 2 · 4 of 7"], ["change Docs points=8", "step 3 · 7 of 7"]]);
  });
}

/** Events whose lines all have the number 1. */
async function repeated() {
  await browser.show(1280, 900);
  await browser.open(`${address}#entry=1`);
  await claim("a line whose number is not its own is named by its place in the list", async () => same(
    [await chosen(), await text(".step-detail h2"), await text("#position strong")], ["print 1", "Entry 1", "entry 1"]));
  await claim("such a line has an address", async () => {
    await browser.press("j");
    return same([await chosen(), await evaluate("location.hash")], ["print 2", "#entry=2"]);
  });
}

/** A kanban session in which names are reused: Ann becomes Eve, and Bob becomes Ann. */
async function renamed() {
  await browser.show(1280, 900);
  const owners = () => evaluate(`[...document.querySelectorAll('.objects-table[aria-label="card"] tbody tr')].map((row) => row.cells[4].textContent.replace(/^was /, ""))`);
  const shown = [];
  for (const step of ["5", "6", "7", "8", "9", "6.1", "9.1", "9.2"]) {
    await browser.open(`${address}#step=${step}`);
    shown.push(`${step}: ${await owners()}`);
  }
  await claim("objects refer by the names of the shown step", async () => same(shown, [
    "5: Ann,none→Bob", "6: Ann→Eve,Bob→Ann", "7: Eve,Ann→none", "8: Eve,none→Ann", "9: Eve→Zoe,Ann→none", "6.1: Ann→Eve,Bob", "9.1: Eve→Zoe,Ann", "9.2: Zoe,Ann→none",
  ]));
  await claim("moving back through the list shows the earlier names", async () => {
    await browser.open(`${address}#step=9`);
    for (let at = 0; at < 4; at += 1) await browser.press("k");
    return same(await owners(), ["Ann", "none→Bob"]);
  });
  await claim("a comparison lists a reference whose object has another name", async () => {
    await browser.open(`${address}#step=6&with=5`);
    return seen(await text("#panel")).includes("Docs.owner Ann→Eve") || (await text("#panel"));
  });
}

/** A kanban session: `add person Ann`, two cards, one taken, a failure, two changes in a line, `undo`. */
async function session() {
  await browser.show(1280, 900);
  await browser.open(address);
  await claim("it opens at the last step", async () => same(await chosen(), "undo"));
  await claim("the list has every step", async () => same(await texts(".step-row .text"), [
    "the beginning", "hire Ann", "plan Docs 3", "plan Code 8", "take Docs Ann", "move Dcos done", "change Code points=2; drop Docs", "undo",
  ]));
  await claim("j and k go to the next step and back", async () => {
    await browser.press("k");
    const before = await chosen();
    await browser.press("j");
    return same([before, await chosen()], ["change Code points=2; drop Docs", "undo"]);
  });
  await claim("arrows and Home and End do, too", async () => {
    await browser.press("Home");
    const first = await chosen();
    await browser.press("ArrowDown");
    return same([first, await chosen()], ["the beginning", "hire Ann"]);
  });
  await claim("the address names the step, and leads there", async () => {
    const hash = await evaluate("location.hash");
    await browser.open(`${address}#step=4`);
    return same([hash, await chosen(), await text("#position strong")], ["#step=1", "take Docs Ann", "step 4"]);
  });
  await claim("screens show what appeared and disappeared, with marks that are text", async () => {
    const rows = await texts(".screen .row.appeared, .screen .row.disappeared");
    return rows.some((row) => row.includes("+") && row.includes("Docs")) && rows.some((row) => row.includes("-") && row.includes("Docs")) || rows;
  });
  await claim("objects are tables in which changed fields show both values", async () => {
    const cells = await texts(".objects-table td.changed-cell");
    return same(cells.map((cell) => cell.replace(/was|\s/g, "")), ["todo→doing", "none→Ann"]);
  });
  await claim("a table is sorted by a column, up, down and not", async () => {
    const titles = () => evaluate(`[...document.querySelectorAll('.objects-table[aria-label^="card"] tbody tr')].map((row) => row.cells[1].innerText)`);
    const sort = '.objects-table[aria-label^="card"] th:nth-child(2) .sort';
    const plain = await titles();
    await browser.click(sort);
    const up = [await titles(), await evaluate(`document.querySelector('.objects-table[aria-label^="card"] th:nth-child(2)').ariaSort`)];
    await browser.click(sort);
    const down = await titles();
    await browser.click(sort);
    return same([plain, up, down, await titles()], [["Docs", "Code"], [["Code", "Docs"], "ascending"], ["Docs", "Code"], ["Docs", "Code"]]);
  });
  await claim("a step shows its changes and the observers that it called, with those without effect", async () => {
    const detail = seen(await text("#inspector"));
    await browser.press("Home");
    await browser.press("j");
    const vain = seen(await text("#inspector"));
    await browser.open(`${address}#step=4`);
    return ["Changed", "Docs.column todo→doing", "Called 3 observers", "board/doing 1 line"].every((one) => detail.includes(one))
      && ["names of people nothing to show", "3 without effect"].every((one) => vain.includes(one)) || { detail, vain };
  });
  await claim("a cell answers why: the command, the values and the step, and leads there", async () => {
    await browser.press("End");
    await browser.open(`${address}#step=5`);
    await browser.click('.screen td[data-cell*="board/todo"]:nth-of-type(4)');
    const answer = await text(".answer");
    await browser.click(".answer .step-link");
    return ["Why", "points"].some((one) => answer.includes(one)) && same([answer.includes("change Code points=2"), await focused() !== "", await chosen()], [true, true, "change Code points=2; drop Docs"]);
  });
  await claim("a field answers why, with what was before, and jumps back in time", async () => {
    await browser.open(`${address}#step=4`);
    await browser.click('.objects-table td[data-cell*="column"]');
    const answer = seen(await text(".answer"));
    await browser.click(".answer .turns .step-link");
    return same([answer.includes("take Docs Ann"), answer.includes("todo→doing"), await chosen()], [true, true, "plan Docs 3"]);
  });
  await claim("the answer goes with Esc", async () => {
    await browser.press("Escape");
    return same(await count(".answer"), 0);
  });
  await claim("a step of several commands has parts, each with its own state", async () => {
    await browser.open(`${address}#step=5.1`);
    const first = await texts(".objects-table .row.changed, .objects-table .row.disappeared");
    await browser.press("ArrowRight");
    const second = await texts(".objects-table .row.changed, .objects-table .row.disappeared");
    const hash = await evaluate("location.hash");
    return first.length === 1 && first[0].includes("Code") && second.length === 1 && second[0].includes("Docs") && hash === "#step=5.2" || { first, second, hash };
  });
  await claim("a failed command shows its diagnostic", async () => {
    await browser.press("Home");
    await browser.press("n");
    return same([await chosen(), (await text(".diagnostic")).split("\n")], ["move Dcos done", ["error: there is no card “Dcos”", "  move Dcos done", "       ^~~~  did you mean “Docs”?"]]);
  });
  await claim("search leaves the steps that match, in their output too", async () => {
    await browser.press("/");
    const isSearch = await focused();
    await browser.type("board/doing");
    const found = await texts(".step-row .text");
    await evaluate(`(() => { const box = document.getElementById("search"); box.value = ""; box.dispatchEvent(new Event("input")); box.blur(); })()`);
    return isSearch === "search" && found.includes("take Docs Ann") && !found.includes("hire Ann") || found;
  });
  await claim("two moments are compared", async () => {
    await browser.open(`${address}#step=2`);
    await browser.press("c");
    await browser.press("Home");
    for (let at = 0; at < 4; at += 1) await browser.press("j");
    const shown = seen(await text("#panel"));
    return ["step 2", "step 4", "Docs.column", "todo→doing", "Code"].filter((one) => !shown.includes(one)).length === 0 || shown;
  });
  await claim("the transcript is there, with the chosen step marked", async () => {
    await browser.press("3");
    return same([(await texts('.transcript-step[aria-current="step"] .typed')), (await text(".transcript")).includes("+ board/doing 1")], [["> take Docs Ann"], true]);
  });
  await claim("everything is reached by keys alone", async () => {
    await browser.open(`${address}#step=4`);
    const seen = [];
    for (let at = 0; at < 40; at += 1) {
      await browser.press("Tab");
      seen.push(await evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.dataset?.cell && 'cell' || document.activeElement.tagName"));
    }
    const wanted = ["skip", "scrubber", "search", "step-list", "tab-state"];
    await evaluate(`document.querySelector('[data-cell][tabindex="0"]').focus()`);
    await browser.press("ArrowRight");
    await browser.press("Enter");
    const answer = await text(".answer h2");
    await browser.press("Escape");
    const back = await evaluate("document.activeElement.hasAttribute('data-cell')");
    return wanted.every((one) => seen.includes(one)) && answer.startsWith("Why") && back || { seen, answer, back };
  });
  await claim("the live region tells the chosen step", async () => {
    await browser.press("Home");
    await browser.press("j");
    return same([await evaluate("document.getElementById('status').textContent"), await evaluate("document.getElementById('status').getAttribute('role')")], ["step 1, 1 of 7: hire Ann", "status"]);
  });
  await claim("? shows the keys", async () => {
    await browser.press("?");
    const help = await text("dialog[open]");
    await browser.press("Escape");
    return help.includes("next step") && (await count("dialog[open]")) === 0 || help;
  });
  await claim("the scrubber moves through the steps", async () => {
    await evaluate(`(() => { const range = document.getElementById("scrubber"); range.value = "3"; range.dispatchEvent(new Event("input")); })()`);
    await browser.settle();
    return same([await chosen(), await evaluate("document.getElementById('scrubber').getAttribute('aria-valuetext')")], ["plan Code 8", "step 3: plan Code 8"]);
  });
  await claim("printing leaves out controls and keeps the state", async () => {
    await browser.show(800, 900, "light", "print");
    const visible = await evaluate(`[".scrub", ".steps", ".tabs", ".screens", ".kinds", ".inspector"].map((one) => document.querySelector(one).offsetParent !== null)`);
    await browser.show(1280, 900);
    return same(visible, [false, false, false, true, true, true]);
  });
  await arrangements(false);
  await form();
}

/** A scenario that expects 5 points where 3 are printed. */
async function failed() {
  await browser.show(1280, 900);
  await browser.open(address);
  await claim("it opens where the scenario failed", async () => same(await chosen(), "move Docs doing"));
  await claim("expected and got stand side by side", async () => {
    const row = await evaluate(`[...document.querySelectorAll(".difference tr.differs")].map((one) => [...one.cells].map((cell) => cell.innerText))`);
    return row.length === 1 && row[0][1].includes("5  none") && row[0][2].includes("3  none") || row;
  });
  await claim("the parts that differ are marked", async () => same(await texts(".difference mark"), ["5", "3"]));
  await claim("the command to repeat it is there", async () => (await text(".again")).includes("kanban replay") || (await text(".again")));
  await claim("the state there is shown", async () => (await text(".screens")).includes("Docs") || (await text(".screens")));
  await arrangements(true);
  await form();
}

/** A run of several scenarios, two of which fail. */
async function suite() {
  await browser.show(1280, 900);
  await browser.open(address);
  await claim("failures are first", async () => {
    const verdicts = await texts(".scenarios tbody .verdict");
    return verdicts.length === 4 && verdicts[0].includes("failed") && verdicts[1].includes("failed") && verdicts[2].includes("passed") || verdicts;
  });
  await claim("durations are shown, and sort", async () => {
    await browser.click(".scenarios th .sort");
    return (await texts(".scenarios .time")).every((one) => /\d (ms|s)$/.test(one.trim())) || (await texts(".scenarios .time"));
  });
  await claim("a text filters", async () => {
    await evaluate(`document.getElementById("index-text").focus()`);
    await browser.type("second");
    const left = await texts(".scenarios .claim a");
    await evaluate(`(() => { const box = document.getElementById("index-text"); box.value = ""; box.dispatchEvent(new Event("input")); })()`);
    return same(left, ["The second fails."]);
  });
  await claim("a tag filters", async () => {
    const all = await count(".scenarios tbody tr");
    await evaluate(`(() => { const box = document.getElementById("index-tag"); box.value = "slow"; box.dispatchEvent(new Event("change")); })()`);
    const left = await texts(".scenarios .claim a");
    await evaluate(`(() => { const box = document.getElementById("index-tag"); box.value = ""; box.dispatchEvent(new Event("change")); })()`);
    return same([all, left], [4, ["The third passes."]]);
  });
  await claim("coverage is a table of what is missing", async () => (await text(".coverage")).includes("Missing") || (await text("main")));
  await form();
  await claim("a scenario opens, and Back leads to the index", async () => {
    await browser.click(".scenarios .claim a");
    const title = await text("h1");
    await evaluate("history.back()");
    await browser.settle();
    await browser.settle();
    return title !== "" && (await count(".scenarios")) === 1 || title;
  });
  await claim("a scenario and a step have an address", async () => {
    const path = await evaluate(`decodeURIComponent(document.querySelectorAll(".scenarios .claim a")[2].hash.slice("#scenario=".length))`);
    await browser.open(`${address}#scenario=${encodeURIComponent(path)}&step=1`);
    return same([await chosen(), await text("#position strong")], ["hire Ann", "step 1"]);
  });
  await form();
}

/** A session whose names are hostile. */
async function hostile() {
  await browser.show(1280, 900);
  await browser.open(address);
  await claim("no markup of the world is an element", async () =>
    same(await evaluate(`[document.querySelectorAll("img, iframe, svg, object, form[action]").length, document.querySelectorAll("script").length, globalThis.isHarmed ?? false]`), [0, 2, false]));
  await claim("hostile names are shown as text", async () => {
    const shown = await evaluate(`document.getElementById("panel").textContent`);
    return ["</script><script>globalThis.isHarmed = true</script>", "<img src=x onerror=globalThis.isHarmed=true>", "\\u{2028}", "\\u{202E}", "\\u{0}", "\\u{E0041}", "\\u{200B}", "__proto__", "`${1}"].filter((one) => !shown.includes(one)).length === 0 || shown;
  });
  await claim("no hidden character reaches the page", async () =>
    same(await evaluate(`/[\\u0000-\\u0008\\u000b-\\u001f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]/.test(document.getElementById("page").textContent)`), false));
  await claim("a very long name is cut", async () => evaluate(`document.getElementById("page").textContent.length < 200000`));
  await claim("each hostile name answers why", async () => {
    const answers = await evaluate(`[...document.querySelectorAll("#panel td[data-cell]")].map((cell) => {
      cell.click();
      return document.querySelector(".answer")?.innerText.startsWith("Why");
    })`);
    return answers.length >= 36 && answers.every((one) => one) || answers;
  });
  await claim("each step with a hostile name is shown", async () => {
    const shown = [];
    for (let at = 0; at < 12; at += 1) {
      await browser.press(at === 0 ? "Home" : "j");
      shown.push((await text(".step-detail h2")).length > 0);
    }
    return shown.every((one) => one) && (await evaluate("globalThis.isHarmed ?? false")) === false || shown;
  });
  await form();
}

/** A session whose texts have invisible characters, in place and out of place. */
async function invisible() {
  await browser.open(address);
  await claim("tags, joiners and variation selectors out of place are escapes", async () => same(
    await texts(".printed .line"), [
      "a\\u{E0041}b", "a\\u{E0100}b", "a\\u{FE0F}b", "a\\u{200D}b", "a\\u{200C}b", "a\\u{A0}b", "a\\u{2003}b", "a\\u{FFFFE}b",
      "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}", "\u2764\uFE0F", "1\uFE0F\u20E3", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
      "\u0915\u094D\u200D\u0937", "\u0645\u06CC\u200C\u062E", "\u845B\u{E0100}",
    ]));
}

/** As many steps as anybody has, made of the events of a page. */
async function large() {
  const page = readFileSync(file, "utf8");
  const [begin, end] = ['<script type="application/json" id="events">\n', "</script>\n<script>"];
  const lines = ['{"type":"start","format":"events","version":1,"world":"large"}'];
  const ids = 1000;
  for (let step = 1; step <= 100000; step += 1) {
    const [id, old, now] = [step % ids, Math.max(0, step - ids), step];
    const isNew = step < ids + 1;
    const fields = isNew ? `[{"name":"title","new":"card ${id}"},{"name":"points","new":${now}}]` : `[{"name":"points","old":${old},"new":${now}}]`;
    lines.push(`{"type":"line","number":${step},"text":"change card${id} points=${now}"}`);
    lines.push(`{"type":"transaction","cause":"change card${id} points=${now}","step":${step},"part":1,"changes":[{"action":"${isNew ? "added" : "changed"}","kind":"card","id":${id},"name":"card ${id}","fields":${fields}}]}`);
    lines.push(`{"type":"end","outcome":"done"}`);
  }
  const large = `${file}.large.html`;
  writeFileSync(large, page.slice(0, page.indexOf(begin) + begin.length) + lines.join("\n") + "\n" + page.slice(page.lastIndexOf(end)));
  await browser.show(1280, 900);
  await browser.open(`${pathToFileURL(large).href}#step=100000`);
  await claim("the last of 100,000 steps opens", async () => same([await chosen(), await text("#position")], ["change card0 points=100000", "step 100000 · 100000 of 100000"]));
  await claim("a step far back has its own state", async () => {
    await evaluate(`location.hash = "#step=5005"`);
    await browser.settle();
    await browser.settle();
    return same((await texts(".objects-table td.changed-cell")).map((one) => one.replace(/was|\s/g, "")), ["4005→5005"]);
  });
  await claim("why leads through the whole session", async () => {
    await evaluate(`document.querySelector(".objects-table td.changed-cell").click()`);
    const steps = await texts(".answer .turns .step-link");
    return same(steps.slice(0, 4), ["step 4005", "step 3005", "step 2005", "step 1005"]);
  });
  await claim("search finds among all commands", async () => {
    await evaluate(`(() => { const box = document.getElementById("search"); box.value = "points=77777"; box.dispatchEvent(new Event("input")); })()`);
    return same(await texts(".step-row .text"), ["change card777 points=77777"]);
  });
  await claim("the page says nothing on the console", async () => same(browser.problems, []));
}

await { session, renamed, redone, retyped, repeated, invisible, failed, suite, hostile, large }[group]();
await browser.end();
process.exit(failureCount > 0 ? 1 : 0);

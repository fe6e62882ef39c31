// The page: the session and the moment that it shows, and navigation.

/** @typedef {"state" | "compare" | "transcript"} Tab */

/** @type {[Tab, string][]} */
const TABS = [["state", "State"], ["compare", "Compare"], ["transcript", "Transcript"]];

/** The keys and their effects, as listed in the help. */
const KEYS = [
  ["j, ↓", "next step"], ["k, ↑", "previous step"], ["→, ←", "next part, previous part"], ["Home, End", "initial state, last step"],
  ["n, N", "next failed step, previous failed step"], ["/", "search"], ["c", "remember this step, to compare others with it"],
  ["1, 2, 3", "state, comparison, transcript"], ["Enter", "in a table: why a cell has its value"], ["Esc", "close the explanation"],
  ["u", "back to all scenarios"], ["?", "this help"],
];

/** The page. */
class Page {
  /** @param {EventFile} file */
  constructor(file) {
    this.file = file;
    this.isIndex = false;
    this.session = new Session(file.lines, file.places[0] ?? { first: 0, end: 0, scenario: null });
    /** @type {Moment} */
    this.moment = { step: 0, part: null };
    this.state = { before: emptyState(), now: emptyState() };
    /** @type {Question | null} */
    this.question = null;
    /** @type {Moment | null} The moment that the selected one is compared with. */
    this.other = null;
    /** @type {Tab} */
    this.tab = "state";
    /** @type {Map<string, Order>} The orders of the tables of objects, by kind. */
    this.orders = new Map();
    /** @type {Set<string>} The kinds whose rows are all shown. */
    this.wholeTables = new Set();
    /** @type {Choice} */
    this.choice = { text: "", verdict: "", tag: "", order: "" };
    /** @type {number | null} The step of the scenario's first failure. */
    this.failedStep = null;
    /** @type {StepList | null} */
    this.list = null;
    this.isWaiting = false;
    /** @type {Map<string, {signature: string, element: HTMLElement}>} The elements of parts of the state, with the signatures of their contents. */
    this.parts = new Map();
    /** @type {WeakMap<object, {place: string, element: HTMLTableRowElement}>} The elements of unmarked rows. */
    this.rows = new WeakMap();
    /** @type {string | null} The element that had the focus before an answer was shown. */
    this.asker = null;
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => this.click(event));
    window.addEventListener("hashchange", () => this.route());
  }

  // Addresses

  /** Indicates whether the page contains the sessions of several scenarios. */
  get hasIndex() {
    return this.file.places.length > 1;
  }

  /** Shows the session and the moment in the address. */
  route() {
    const words = new URLSearchParams(location.hash.slice(1).replace(/\+/g, "%2B"));
    const path = words.get("scenario");
    const place = path === null ? (this.hasIndex ? null : this.file.places[0]) : this.file.places.find((one) => one.scenario?.path === path);
    if (!place) {
      this.openIndex();
      return;
    }
    if (this.isIndex || !this.list || this.session.scenario !== place.scenario) this.open(place);
    const name = ["line", "entry"].find((one) => words.has(one));
    const wanted = words.get("step") ?? (name ? `${name} ${words.get(name)}` : null);
    const moment = wanted === null ? null : this.session.momentNamed(wanted);
    const other = words.get("with");
    this.other = other === null ? null : this.session.momentNamed(other);
    const tab = words.get("show");
    this.tab = TABS.find(([name]) => name === tab)?.[0] ?? (this.other ? "compare" : "state");
    this.moment = moment ?? this.start;
    this.show();
  }

  /** Returns the moment that is shown first: the scenario's first failure, or the end. */
  get start() {
    return { step: this.failedStep ?? this.session.count, part: null };
  }

  /**
   * Returns the address of a moment.
   * @param {Moment} moment
   */
  address(moment) {
    const label = this.session.label(moment);
    const words = [];
    if (this.hasIndex && this.session.scenario) words.push(`scenario=${encodeURIComponent(this.session.scenario.path)}`);
    words.push(/^\d/.test(label) ? `step=${label}` : label.replace(" ", "="));
    if (this.other) words.push(`with=${encodeURIComponent(this.session.label(this.other))}`);
    if (this.tab !== (this.other ? "compare" : "state")) words.push(`show=${this.tab}`);
    return `#${words.join("&")}`;
  }

  /**
   * Goes to a moment.
   * @param {Moment} moment
   * @param {boolean} [isKept] whether Back returns to the present one
   */
  go(moment, isKept = true) {
    if (this.question?.about === "cell") this.question = this.lasting(this.question);
    const step = Math.max(0, Math.min(moment.step, this.session.count));
    this.moment = { step, part: moment.part };
    const address = this.address(this.moment);
    if (address !== location.hash) history[isKept ? "pushState" : "replaceState"](null, "", address);
    this.later();
  }

  /** Shows the page at the next frame. Further calls until then have no effect. */
  later() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.show();
    });
  }

  /**
   * Returns the question about the field that a cell shows, which can be answered at other moments too.
   * @param {{path: string, row: number | null, column: number | null}} question
   * @returns {Question | null}
   */
  lasting(question) {
    const row = question.row === null ? undefined : this.state.now.views.get(question.path)?.rows[question.row];
    const field = question.column === null ? undefined : row?.fields[question.column];
    if (row?.kind === undefined || !field) return null;
    const object = this.state.now.objects.get(row.kind)?.get(keyOf(row.id));
    if (!object?.fields.has(field.name)) return null;
    return { about: "field", kind: row.kind, id: row.id ?? null, field: field.name };
  }

  // Showing

  openIndex() {
    this.isIndex = true;
    this.list = null;
    document.title = "Scenarios";
    document.body.className = "of-run";
    part("page").replaceChildren(header(this, [make("p", { class: "name" }, "Replay")]), indexPart(this), helpPart());
  }

  /** @param {Place} place */
  open(place) {
    this.isIndex = false;
    this.session = new Session(this.file.lines, place);
    this.question = null;
    for (const kept of [this.orders, this.wholeTables, this.parts]) kept.clear();
    const first = place.scenario?.failures[0];
    this.failedStep = first ? this.stepOfFailure(first) : null;
    this.state = { before: emptyState(), now: emptyState() };
    this.list = new StepList(this);
    const name = place.scenario?.claim || place.scenario?.path || this.file.start.world || "Session";
    document.title = shown(name, 80);
    document.body.className = "of-session";
    part("page").replaceChildren(...sessionParts(this, name));
    window.scrollTo(0, 0);
  }

  /**
   * Returns the step of the command that failed.
   * @param {Failure} failure
   */
  stepOfFailure(failure) {
    if (failure.commandLine === 0) return null;
    for (let step = this.session.count; step > 0; step -= 1) {
      if (this.session.lineNumber(step) === failure.commandLine) return step;
    }
    return null;
  }

  /** Shows the selected moment. */
  show() {
    if (this.isIndex || !this.list) return;
    const { session, moment } = this;
    this.state = session.around(moment);
    reconcile(part("panel"), this.tab === "state" ? statePanel(this) : this.tab === "compare" ? comparison(this) : transcript(this));
    part("panel").setAttribute("aria-labelledby", `tab-${this.tab}`);
    part("panel").className = this.tab;
    for (const [name] of TABS) {
      part(`tab-${name}`).setAttribute("aria-selected", String(name === this.tab));
      part(`tab-${name}`).tabIndex = name === this.tab ? 0 : -1;
    }
    this.showInspector();
    this.markAsked();
    const name = session.name(moment);
    const scrubber = /** @type {HTMLInputElement} */ (part("scrubber"));
    scrubber.value = String(moment.step);
    scrubber.style.setProperty("--done", `${(100 * moment.step) / Math.max(1, session.count)}%`);
    scrubber.setAttribute("aria-valuetext", `${name}: ${shown(session.title(moment.step), 80)}`);
    fill("position", make("strong", {}, name), ` · ${moment.step} of ${session.count}`);
    /** @type {HTMLButtonElement} */ (part("previous")).disabled = moment.step === 0;
    /** @type {HTMLButtonElement} */ (part("next")).disabled = moment.step === session.count;
    part("status").textContent = `${name}, ${moment.step} of ${session.count}: ${shown(session.title(moment.step), 120)}`;
    this.list.reveal();
    if (this.tab === "transcript") part("panel").querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  }

  showInspector() {
    fill("inspector", this.question ? answer(this, this.question) : null, stepPart(this));
  }

  /**
   * Shows the answer to a question; `null` closes it.
   * @param {Question | null} question
   */
  ask(question) {
    this.question = question;
    this.showInspector();
    this.markAsked();
    if (question) {
      const title = part("answer-title");
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block: "nearest" });
    } else if (this.asker) {
      const asker = [...document.querySelectorAll("[data-cell]")].find((cell) => cell.getAttribute("data-cell") === this.asker);
      if (asker instanceof HTMLElement) asker.focus();
      this.asker = null;
    }
  }

  /**
   * Returns the element of a row. An unmarked row has the same element each time, a marked row a new one.
   * @param {object} row
   * @param {string} place
   * @param {boolean} isMarked
   * @param {() => HTMLTableRowElement} build
   */
  kept(row, place, isMarked, build) {
    if (isMarked) return build();
    let known = this.rows.get(row);
    if (known?.place !== place) this.rows.set(row, (known = { place, element: build() }));
    return known.element;
  }

  /**
   * Returns the element of a part of the state, with further children. It is built again when its signature changes.
   * @param {string} name
   * @param {string} signature
   * @param {() => HTMLElement} build
   * @param {(HTMLElement | null)[]} [children]
   */
  part(name, signature, build, children) {
    let known = this.parts.get(name);
    if (known?.signature !== signature) this.parts.set(name, (known = { signature, element: build() }));
    if (children) reconcile(known.element, /** @type {HTMLElement[]} */ (children.filter((child) => child !== null)));
    return known.element;
  }

  /**
   * Returns a scrollable table with these rows. It is built again when its signature changes.
   * @param {string} name
   * @param {string} signature
   * @param {HTMLTableRowElement[]} rows
   * @param {() => HTMLTableElement} build
   */
  table(name, signature, rows, build) {
    const part = this.part(name, signature, () => {
      const table = build();
      rove(table);
      return make("div", { class: "scroll", tabindex: -1 }, table);
    });
    const body = part.querySelector("tbody");
    if (body) reconcile(body, rows);
    if (!part.querySelector('[data-cell][tabindex="0"]')) part.querySelector("[data-cell]")?.setAttribute("tabindex", "0");
    return part;
  }

  /** Marks the cell that the shown answer is about. */
  markAsked() {
    const text = JSON.stringify(this.question);
    for (const cell of document.querySelectorAll("[data-cell]")) {
      const isAsked = this.question !== null && cell.getAttribute("data-cell") === text;
      if (isAsked !== (cell.getAttribute("aria-selected") === "true")) cell.setAttribute("aria-selected", String(isAsked));
    }
  }

  /**
   * Compares the selected moment with another one; `null` ends the comparison.
   * @param {Moment | null} other
   */
  compare(other) {
    this.other = other;
    this.tab = "compare";
    history.replaceState(null, "", this.address(this.moment));
    this.show();
  }

  /** @param {Tab} tab */
  choose(tab) {
    this.tab = tab;
    history.replaceState(null, "", this.address(this.moment));
    this.show();
  }

  // Input

  /**
   * Selects another of the filtered steps.
   * @param {number} by
   */
  move(by) {
    const steps = this.list?.steps ?? [];
    const place = this.list?.place ?? 0;
    const isThere = steps[place] === this.moment.step;
    const next = steps[by > 0 && !isThere ? place : place + by];
    if (next !== undefined) this.go({ step: next, part: null }, false);
  }

  /** @param {number} by */
  movePart(by) {
    const { step, part: now } = this.moment;
    const count = this.session.partCount(step);
    const next = (now ?? (by > 0 ? 0 : count + 1)) + by;
    if (next >= 1 && next <= count) this.go({ step, part: next }, false);
    else if (by > 0 && step < this.session.count) this.go({ step: step + 1, part: this.session.partCount(step + 1) ? 1 : null }, false);
    else if (by < 0 && step > 0) this.go({ step: step - 1, part: null }, false);
  }

  /** @param {number} by */
  moveToFailed(by) {
    const all = [...new Set([...this.session.failed, ...(this.failedStep === null ? [] : [this.failedStep])])].sort((a, b) => a - b);
    const next = by > 0 ? all.find((step) => step > this.moment.step) : all.reverse().find((step) => step < this.moment.step);
    if (next !== undefined) this.go({ step: next, part: null }, false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (document.querySelector("dialog[open]")) return;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
    if (isField && event.key === "Escape") target.blur();
    if (isField) return;
    const isArrow = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    const keepsArrows = target instanceof Element && target.closest('[role="tab"]') !== null;
    if (isArrow && keepsArrows) return;
    const action = this.actions.get(event.key);
    if (!action) return;
    if (this.isIndex && event.key !== "?" && event.key !== "/") return;
    event.preventDefault();
    action();
  }

  /** @type {Map<string, () => void>} */
  actions = new Map([
    ["j", () => this.move(1)], ["ArrowDown", () => this.move(1)], ["k", () => this.move(-1)], ["ArrowUp", () => this.move(-1)],
    ["ArrowRight", () => this.movePart(1)], ["ArrowLeft", () => this.movePart(-1)],
    ["Home", () => this.go({ step: 0, part: null })], ["End", () => this.go({ step: this.session.count, part: null })],
    ["n", () => this.moveToFailed(1)], ["N", () => this.moveToFailed(-1)],
    ["/", () => part(this.isIndex ? "index-text" : "search").focus()],
    ["c", () => this.compare(this.moment)],
    ["1", () => this.choose("state")], ["2", () => this.choose("compare")], ["3", () => this.choose("transcript")],
    ["Escape", () => this.ask(null)],
    ["u", () => { if (this.hasIndex) location.hash = ""; }],
    ["?", () => /** @type {HTMLDialogElement} */ (part("help")).showModal()],
  ]);

  /** @param {MouseEvent} event */
  click(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    const text = cell?.getAttribute("data-cell");
    if (!text) return;
    this.asker = text;
    this.ask(JSON.parse(text));
  }
}

function header(/** @type {Page} */ page, /** @type {Child[]} */ children) {
  return make(
    "header", { class: "top" },
    make("a", { class: "skip", href: "#main", click: (/** @type {Event} */ event) => { event.preventDefault(); part("main").focus(); } }, "Skip to the contents"),
    make("div", { class: "top-line" }, children,
      make("button", { type: "button", class: "quiet help-button", "aria-label": "Help", title: "Help (?)", click: () => page.actions.get("?")?.() }, "?")));
}

function sessionParts(/** @type {Page} */ page, /** @type {string} */ name) {
  const { session } = page;
  const scenario = session.scenario;
  const ticks = make("div", { class: "ticks", "aria-hidden": "true" });
  for (const step of [...(page.failedStep === null ? [] : [page.failedStep]), ...session.failed.slice(0, 500)]) {
    const tick = make("span", {});
    tick.style.insetInlineStart = `${(100 * step) / Math.max(1, session.count)}%`;
    ticks.append(tick);
  }
  const choose = () => page.list?.choose(
    /** @type {HTMLInputElement} */ (part("search")).value, /** @type {HTMLSelectElement} */ (part("kind")).value);
  return [
    header(page, [
      page.hasIndex ? make("a", { class: "back", href: "#" }, make("span", { "aria-hidden": "true" }, "← "), "All scenarios") : null,
      make("h1", { title: shown(name, 400) }, shown(name, 200)),
      scenario ? verdictBadge(scenario) : null,
      scenario ? make("span", { class: "path" }, shown(scenario.path, 120)) : null,
    ]),
    make(
      "div", { class: "scrub", role: "group", "aria-label": "The step that is shown" },
      make("button", { type: "button", id: "previous", title: "Previous step (k)", "aria-label": "Previous step", click: () => page.move(-1) }, "◂"),
      make("button", { type: "button", id: "next", title: "Next step (j)", "aria-label": "Next step", click: () => page.move(1) }, "▸"),
      make("div", { class: "track" }, ticks, make("input", { type: "range", id: "scrubber", min: 0, max: session.count, step: 1, "aria-label": "Step", input: (/** @type {Event} */ event) => page.go({ step: Number(/** @type {HTMLInputElement} */ (event.target).value), part: null }, false) })),
      make("span", { id: "position" })),
    make(
      "div", { class: "session" },
      failuresPart(page),
      make(
        "nav", { class: "steps", "aria-label": "Steps" },
        make(
          "div", { class: "filters", role: "search" },
          make("input", { id: "search", type: "search", placeholder: session.count > WHOLE_SEARCH_MAX ? "Search commands" : "Search", "aria-label": "Search the steps", autocomplete: "off", input: choose }),
          make("select", { id: "kind", "aria-label": "Which steps", change: choose }, [["", "all"], ["failed", "failed"], ["changes", "with changes"], ["wasted", "calls without effect"]].map(([value, text]) => make("option", { value: value ?? "" }, text)))),
        page.list?.box),
      make("aside", { class: "inspector", id: "inspector", "aria-label": "The selected step" }),
      make(
        "main", { class: "center", id: "main", tabindex: -1 },
        session.isTruncated ? make("p", { class: "warning" }, "The session was too large: its last events are missing.") : null,
        make("div", { class: "tabs", role: "tablist", "aria-label": "What is shown", keydown: tabKeys }, TABS.map(([tab, text]) => make("button", { type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": "panel", click: () => page.choose(tab) }, text))),
        make("div", { id: "panel", role: "tabpanel", tabindex: -1 }))),
    make("p", { class: "unseen", id: "status", role: "status" }),
    helpPart(),
  ];
}

/** @param {KeyboardEvent} event */
function tabKeys(event) {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  const tabs = /** @type {HTMLElement[]} */ ([...part("panel").parentElement?.querySelectorAll('[role="tab"]') ?? []]);
  const next = tabs[(tabs.findIndex((tab) => tab === document.activeElement) + by + tabs.length) % tabs.length];
  next?.click();
  next?.focus();
}

/** @param {Page} page */
function statePanel(page) {
  const section = (/** @type {string} */ name, /** @type {string} */ title, /** @type {HTMLElement[]} */ cards) => page.part(
    name, "", () => make("section", { class: name, "aria-labelledby": `${name}-title` }), [
      page.part(`${name} title`, "", () => make("h2", { id: `${name}-title` }, title)),
      page.part(`${name} cards`, "", () => make("div", { class: "cards" }), cards),
    ]);
  return [section("screens", "Screens", screens(page)), section("kinds", "Objects", objectTables(page))];
}

function helpPart() {
  return make(
    "dialog", { id: "help", "aria-labelledby": "help-title" },
    make("h2", { id: "help-title" }, "Keys"),
    make("dl", {}, KEYS.map(([keys, text]) => [make("dt", {}, (keys ?? "").split(", ").map((key) => make("kbd", {}, key))), make("dd", {}, text)]).flat()),
    make("h2", {}, "Marks"),
    make("p", {}, markOf("+"), " appeared  ", markOf("-"), " disappeared  ", markOf("~"), " changed  ", markOf("^"), " moved"),
    make("p", {}, "Click a cell or a field to see why it has its value."),
    make("form", { method: "dialog" }, make("button", {}, "Close")));
}

try {
  new Page(new EventFile(part("events").textContent ?? "")).route();
} catch (error) {
  // A file of events may come from anywhere.
  part("page").textContent = `These events cannot be shown: ${error}`;
  throw error;
}

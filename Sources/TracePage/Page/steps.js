// The list of steps, and the transcript.

/** The height of a row in the list of steps, in CSS pixels. */
const ROW_HEIGHT = 34;

/** The number of steps above which only commands are searched. */
const WHOLE_SEARCH_MAX = 20000;

/**
 * Returns the counts that the list shows for a step.
 * @param {Session} session
 * @param {number} step
 */
function stepFacts(session, step) {
  let [changes, wasted, diagnostics] = [0, 0, 0];
  for (const event of session.events({ step, part: null })) {
    if (event.type === "transaction") changes += event.changes?.length ?? 0;
    else if (event.type === "told") wasted += event.to.filter((call) => !call.lines).length;
    else if (event.type === "diagnostic") diagnostics += 1;
  }
  return { changes, wasted, diagnostics };
}

/** The list of steps. Only visible rows have elements. */
class StepList {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {number[]} The filtered steps. */
    this.steps = [];
    this.spacer = make("div", { class: "spacer" });
    // Stored, because reading it from the element would force a layout.
    [this.top, this.height] = [0, 400];
    this.box = make(
      "div",
      {
        class: "step-list", role: "listbox", tabindex: 0, "aria-label": "Steps",
        scroll: () => {
          this.top = this.box.scrollTop;
          this.draw();
        },
        click: (/** @type {MouseEvent} */ event) => {
          const row = event.target instanceof Element ? event.target.closest("[data-step]") : null;
          if (row instanceof HTMLElement) this.page.go({ step: Number(row.dataset.step), part: null });
        },
      },
      this.spacer);
    new ResizeObserver(([entry]) => {
      this.height = entry?.contentRect.height ?? this.height;
      this.top = this.box.scrollTop;
      this.reveal();
    }).observe(this.box);
    /** @type {Map<number, HTMLElement>} The elements of visible rows, by step. */
    this.rows = new Map();
    this.choose("", "");
  }

  /**
   * Filters the steps.
   * @param {string} text
   * @param {string} kind
   */
  choose(text, kind) {
    const { session } = this.page;
    const failed = new Set(session.failed);
    const wanted = text.toLowerCase();
    const isWhole = session.count <= WHOLE_SEARCH_MAX;
    this.steps = [];
    for (let step = 0; step <= session.count; step += 1) {
      if (kind === "failed" && !failed.has(step)) continue;
      if (kind === "changes" && !session.transactions[step]?.length) continue;
      if (kind === "wasted" && stepFacts(session, step).wasted === 0) continue;
      if (wanted && !this.matches(step, wanted, isWhole)) continue;
      this.steps.push(step);
    }
    this.rows.clear();
    this.spacer.style.blockSize = `${this.steps.length * ROW_HEIGHT}px`;
    this.top = Math.max(0, Math.min(this.top, this.steps.length * ROW_HEIGHT - this.height));
    this.draw();
  }

  matches(/** @type {number} */ step, /** @type {string} */ wanted, /** @type {boolean} */ isWhole) {
    const { session } = this.page;
    if (session.title(step).toLowerCase().includes(wanted) || session.label({ step, part: null }) === wanted) return true;
    return isWhole && session.events({ step, part: null }).some((event) => printed(event).some((line) => line.text.toLowerCase().includes(wanted)));
  }

  /** The index of the selected step among the filtered ones, or of the next one. */
  get place() {
    const place = this.steps.findIndex((step) => step >= this.page.moment.step);
    return place < 0 ? this.steps.length : place;
  }

  /** Scrolls the selected step into view. */
  reveal() {
    const top = this.place * ROW_HEIGHT;
    if (top < this.top || top + ROW_HEIGHT > this.top + this.height) {
      this.top = Math.max(0, Math.min(this.steps.length * ROW_HEIGHT - this.height, top - this.height / 2 + ROW_HEIGHT / 2));
      this.box.scrollTop = this.top;
    }
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.top / ROW_HEIGHT) - 4);
    const last = Math.min(this.steps.length, Math.ceil((this.top + this.height) / ROW_HEIGHT) + 4);
    const known = this.rows;
    this.rows = new Map();
    for (let place = first; place < last; place += 1) {
      const step = this.steps[place] ?? 0;
      const row = known.get(step) ?? this.row(place);
      const isChosen = String(step === this.page.moment.step);
      if (row.getAttribute("aria-selected") !== isChosen) row.setAttribute("aria-selected", isChosen);
      this.rows.set(step, row);
    }
    const rows = this.steps.length > 0 ? [...this.rows.values()] : [make("p", { class: "empty" }, "No step matches.")];
    reconcile(this.spacer, rows);
    const chosen = this.steps[this.place] === this.page.moment.step ? `step-row-${this.page.moment.step}` : "";
    if (chosen && this.spacer.querySelector(`#${chosen}`)) this.box.setAttribute("aria-activedescendant", chosen);
    else this.box.removeAttribute("aria-activedescendant");
  }

  /** @param {number} place */
  row(place) {
    const step = this.steps[place] ?? 0;
    const { session } = this.page;
    const facts = stepFacts(session, step);
    const label = session.label({ step, part: null });
    const isFailed = session.failed.includes(step);
    const isMarked = this.page.failedStep === step;
    const row = make(
      "div",
      {
        class: `step-row${isFailed ? " failed" : ""}${isMarked ? " differs" : ""}`, role: "option", id: `step-row-${step}`, "data-step": step,
        "aria-posinset": place + 1, "aria-setsize": this.steps.length,
      },
      make("span", { class: "label" }, /^\d/.test(label) ? label : "·"),
      make("span", { class: "text" }, shown(session.title(step).replace(/\s+/g, " "), 160)),
      isMarked ? make("span", { class: "flag" }, "≠", make("span", { class: "unseen" }, " differs from the scenario")) : null,
      isFailed ? make("span", { class: "flag" }, "✗", make("span", { class: "unseen" }, " failed")) : null,
      facts.changes > 0 && step > 0 ? make("span", { class: "count", title: counted(facts.changes, "object") + " changed" }, `Δ${facts.changes}`) : null);
    row.style.insetBlockStart = `${place * ROW_HEIGHT}px`;
    return row;
  }
}

/** The maximum number of steps whose transcript is shown at once. */
const TRANSCRIPT_MAX = 300;

/**
 * Returns the transcript around the selected step, or the whole transcript of a short session.
 * @param {Page} page
 * @returns {HTMLElement[]}
 */
function transcript(page) {
  const { session, moment } = page;
  const half = TRANSCRIPT_MAX / 2;
  let first = Math.max(0, moment.step - half);
  const last = Math.min(session.count, first + TRANSCRIPT_MAX);
  first = Math.max(0, last - TRANSCRIPT_MAX);
  const parts = [];
  for (let step = first; step <= last; step += 1) {
    const lines = session.events({ step, part: null }).flatMap(printed);
    if (lines.length === 0) continue;
    parts.push(make(
      "div", { class: `transcript-step${page.failedStep === step ? " differs" : ""}`, "aria-current": step === moment.step ? "step" : undefined },
      make("a", { class: "label step-link", href: page.address({ step, part: null }), click: (/** @type {MouseEvent} */ event) => { event.preventDefault(); page.go({ step, part: null }); } }, session.label({ step, part: null })),
      make("pre", {}, printedText(lines))));
  }
  const more = session.count > last || first > 0;
  return [
    make("div", { class: "transcript" }, parts),
    ...(more ? [make("p", { class: "note" }, `Steps ${first} to ${last} of ${session.count} are shown, around the selected one.`)] : []),
  ];
}

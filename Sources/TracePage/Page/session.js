// A session: its steps, and the state after each of them, which is computed from the changes.

/**
 * The objects to which a field refers: their kind, and the value of the field with identities instead of names.
 * @typedef {{kind: string, id: Value}} Reference
 * An object at a moment. Rows are never changed, only replaced.
 * @typedef {{
 *   kind: string, id: Value, name: string | undefined, fields: Map<string, Value>, references: Map<string, Reference>
 * }} ObjectRow
 * A field of a row on a screen, with its text before the moment if that differs.
 * @typedef {{name: string, unit: string, text: string, was?: string}} Field
 * A row on a screen. `mark` and `from` describe its change at the shown moment.
 * @typedef {{fields: Field[], kind?: string, id?: Value, mark?: Mark, from?: number}} Row
 * A view at a moment; `gone` are the rows that it no longer shows.
 * @typedef {{path: string, isList: boolean, isOpen: boolean, rows: Row[], mark?: Mark, gone: {at: number, row: Row}[]}} View
 * @typedef {{objects: Map<string, Map<string, ObjectRow>>, views: Map<string, View>}} State
 * A moment: after a step, or after one of its parts; step 0 is the beginning.
 * @typedef {{step: number, part: number | null}} Moment
 */

/**
 * Returns the key of an object within its kind.
 * @param {Value | undefined} id
 */
function keyOf(id) {
  return JSON.stringify(id ?? null);
}

/** @returns {State} */
function emptyState() {
  return { objects: new Map(), views: new Map() };
}

/**
 * Returns a copy that may be changed; its rows are shared.
 * @param {State} state @returns {State}
 */
function copied(state) {
  const objects = new Map();
  for (const [kind, rows] of state.objects) objects.set(kind, new Map(rows));
  const views = new Map();
  for (const [path, view] of state.views) views.set(path, { ...view, rows: [...view.rows], gone: [] });
  return { objects, views };
}

/** @param {State} state */
function sizeOf(state) {
  let size = 0;
  for (const rows of state.objects.values()) size += rows.size;
  for (const view of state.views.values()) size += view.rows.length;
  return size;
}

/**
 * Applies an event to a state.
 * @param {State} state @param {SessionEvent} event
 * @param {boolean} isMarked whether rows are marked with their changes
 */
function apply(state, event, isMarked) {
  if (event.type === "transaction") {
    applyChanges(state, event.changes ?? []);
  } else if (event.type === "view") {
    applyView(state, event, isMarked);
  }
}

/** @param {State} state @param {Change[]} changes */
function applyChanges(state, changes) {
  let isRenaming = false;
  for (const change of changes) {
    const rows = state.objects.get(change.kind) ?? new Map();
    state.objects.set(change.kind, rows);
    const key = keyOf(change.id);
    if (change.action === "removed") {
      rows.delete(key);
      continue;
    }
    const old = change.action === "changed" ? rows.get(key) : undefined;
    if (old && old.name !== change.name) isRenaming = true;
    const [fields, references] = [new Map(old?.fields), new Map(old?.references)];
    for (const field of change.fields) {
      fields.set(field.name, field.new ?? null);
      references.delete(field.name);
      if (field.newID !== undefined) references.set(field.name, { kind: field.refersTo ?? "", id: field.newID });
    }
    rows.set(key, { kind: change.kind, id: change.id, name: change.name, fields, references });
  }
  // A change contains names as they were, and renaming an object is no change of those that refer to it.
  const seen = isRenaming ? [...state.objects.values()].flatMap((rows) => [...rows.values()]) : changes;
  for (const { kind, id } of seen) {
    const row = state.objects.get(kind)?.get(keyOf(id));
    if (row && row.references.size > 0) state.objects.get(kind)?.set(keyOf(id), withNames(state, row));
  }
}

/**
 * Returns a row with the names that the objects to which it refers have in a state.
 * @param {State} state @param {ObjectRow} row
 */
function withNames(state, row) {
  let { fields } = row;
  for (const [field, reference] of row.references) {
    const value = namesOf(state, reference, fields.get(field) ?? null);
    if (keyOf(value) !== keyOf(fields.get(field))) fields = new Map(fields).set(field, value);
  }
  return fields === row.fields ? row : { ...row, fields };
}

/**
 * Returns the names of the objects to which a field refers, or `value` for those without a name.
 * @param {State} state @param {Reference} reference @param {Value} value @returns {Value}
 */
function namesOf(state, { kind, id }, value) {
  if (!Array.isArray(id)) return state.objects.get(kind)?.get(keyOf(id))?.name ?? value;
  return id.map((one, at) => namesOf(state, { kind, id: one }, Array.isArray(value) ? value[at] : null));
}

function applyView(/** @type {State} */ state, /** @type {ViewEvent} */ event, /** @type {boolean} */ isMarked) {
  const { path } = event;
  if (event.change === "closed") {
    for (const view of [...state.views.values()]) {
      if (view.path !== path && !view.path.startsWith(`${path}/`)) continue;
      if (isMarked && view.mark !== "+") {
        const gone = view.rows.map((row, at) => ({ at, row: marked(row, "-", true) }));
        state.views.set(view.path, { ...view, isOpen: false, rows: [], mark: "-", gone });
      } else {
        state.views.delete(view.path);
      }
    }
    return;
  }
  let view = state.views.get(path);
  if (!view || (!view.isOpen && event.change !== "disappeared")) {
    view = { path, isList: event.row !== undefined, isOpen: true, rows: [], gone: view?.gone ?? [] };
    if (isMarked && event.change === "opened") view.mark = "+";
    state.views.set(path, view);
  }
  if (event.change === "opened") return;
  const at = (event.row ?? 1) - 1;
  const row = rowOf(event);
  switch (event.change) {
    case "appeared":
      view.rows.splice(at, 0, marked(row, "+", isMarked));
      break;
    case "disappeared": {
      const old = view.rows.splice(at, 1)[0] ?? row;
      if (isMarked && old.mark !== "+") view.gone.push({ at, row: marked(row, "-", true) });
      break;
    }
    case "changed": {
      const old = view.rows[at];
      view.rows[at] = followed(marked(row, "~", isMarked), old);
      break;
    }
    case "moved": {
      const old = view.rows.splice(at, 1)[0];
      const next = followed(marked(row, "^", isMarked), old);
      if (isMarked) next.from = old?.from ?? at + 1;
      view.rows.splice((event.to ?? 1) - 1, 0, next);
      break;
    }
    default:
  }
}

/** @param {ViewEvent} event @returns {Row} */
function rowOf(event) {
  const fields = (event.fields ?? []).map((field) => {
    /** @type {Field} */
    const shownField = { name: field.name ?? "", unit: field.unit ?? "", text: field.text ?? field.new ?? "" };
    if (field.old !== undefined) shownField.was = field.old;
    return shownField;
  });
  /** @type {Row} */
  const row = { fields };
  if (event.kind !== undefined) {
    row.kind = event.kind;
    row.id = event.id ?? null;
  }
  return row;
}

/** @param {Row} row @param {Mark} mark @param {boolean} isMarked @returns {Row} */
function marked(row, mark, isMarked) {
  return isMarked
    ? { ...row, mark }
    : { ...row, fields: row.fields.map(({ name, unit, text }) => ({ name, unit, text })) };
}

/**
 * Returns a row with the marks of the row that it replaces: a row that appears and then changes is marked as appeared.
 * @param {Row} row @param {Row | undefined} old @returns {Row}
 */
function followed(row, old) {
  if (!old?.mark || !row.mark) return row;
  const fields = row.fields.map((field, at) => {
    const was = old.fields[at]?.was ?? field.was;
    return was === undefined || was === field.text ? { ...field, was: undefined } : { ...field, was };
  });
  const mark = old.mark === "+" || (old.mark === "^" && row.mark === "~") ? old.mark : row.mark;
  return old.from === undefined ? { ...row, fields, mark } : { ...row, fields, mark, from: old.from };
}

/** The steps of a session, and its states. */
class Session {
  constructor(/** @type {string[]} */ lines, /** @type {Place} */ place) {
    this.lines = lines;
    this.scenario = place.scenario;
    this.end = place.end;
    /** @type {number[]} The line of each step's first event. For step 0, it is the session's first line. */
    this.starts = [place.first];
    /** @type {number[]} The steps that failed. */
    this.failed = [];
    /** @type {number[][]} The lines of transactions, step by step. */
    this.transactions = [[]];
    /** @type {number[]} The numbers of the steps in the history; 0 for lines that changed nothing. */
    this.numbers = [0];
    /** @type {Map<number, number>} The steps by their numbers in the history. */
    this.makers = new Map();
    /** @type {Map<number, number>} The steps by the numbers of their lines; 0 if several have the same number. */
    this.byLine = new Map();
    this.isTruncated = false;
    this.scan(place.first, place.end);
    /** @type {Map<string, string[]>} The names of the fields of each kind, in order. */
    this.kinds = new Map();
    /** @type {Set<string>} The kinds that never had more than one object. */
    this.singles = new Set();
    /** @type {Set<string>} The kinds whose objects have numbers as identities. */
    this.numbered = new Set();
    /** @type {string[]} The views, in the order of their first appearance. */
    this.viewPaths = [];
    /** @type {Map<string, number[]>} The lines of events about each object and each view, up to `indexedEnd`. */
    this.index = new Map();
    this.indexedEnd = place.first;
    /** @type {{step: number, state: State}[]} The states after some steps, from which others are computed. */
    this.keyframes = [];
    /** @type {{step: number, state: State}} The state that was computed last. */
    this.cursor = { step: -1, state: emptyState() };
    this.workSinceKeyframe = 0;
  }

  /** The number of steps, without the beginning. */
  get count() {
    return this.starts.length - 1;
  }

  /**
   * Finds the steps, and reads only the types of the events.
   * @param {number} first @param {number} end
   */
  scan(first, end) {
    const kind = '{"type":"'.length;
    for (let at = first; at < end; at += 1) {
      const line = this.lines[at] ?? "";
      switch (line.charAt(kind)) {
        case "l": {
          this.starts.push(at);
          this.transactions.push([]);
          this.numbers.push(0);
          const number = Number.parseInt(line.slice(kind + 'line","number":'.length), 10);
          this.byLine.set(number, this.byLine.has(number) ? 0 : this.count);
          break;
        }
        case "t":
          if (line.startsWith("transaction", kind)) this.noteTransaction(at, line);
          if (line.startsWith("truncated", kind)) this.isTruncated = true;
          break;
        case "e":
          if (line.includes('"failed"', kind)) this.failed.push(this.count);
          break;
        default:
      }
    }
  }

  noteTransaction(/** @type {number} */ at, /** @type {string} */ line) {
    this.transactions[this.count]?.push(at);
    // No text contains this, because quotes in texts are escaped.
    const number = Number(/,"step":(\d+)[,}]/.exec(line)?.[1] ?? 0);
    const step = this.count;
    if (number === 0 || step === 0) return;
    const isMade = this.makers.has(number);
    if (line.includes(',"undone":true') || (line.includes(',"redone":true') && isMade)) return;
    this.numbers[step] = number;
    this.makers.set(number, step);
  }

  /**
   * Returns the line after a step's last event.
   * @param {number} step
   */
  endOf(step) {
    return this.starts[step + 1] ?? this.end;
  }

  /**
   * Returns the event in a line.
   * @param {number} at @returns {SessionEvent}
   */
  event(at) {
    const event = parsed(this.lines[at] ?? "");
    return event && EVENT_TYPES.has(event.type) ? event : { type: "text", text: "" };
  }

  /**
   * Returns the events of a step, or of one of its parts.
   * @param {Moment} moment @returns {SessionEvent[]}
   */
  events(moment) {
    const { first, end } = this.range(moment);
    const events = [];
    for (let at = first; at < end; at += 1) if (this.lines[at]) events.push(this.event(at));
    return events;
  }

  /**
   * Returns the lines of the events between the previous moment and this one.
   * @param {Moment} moment
   */
  range({ step, part }) {
    const [first, end] = [this.starts[step] ?? this.end, this.endOf(step)];
    const parts = this.transactions[step] ?? [];
    if (part === null || parts.length < 2) return { first, end };
    return { first: (part === 1 ? first : parts[part - 1]) ?? first, end: parts[part] ?? end };
  }

  /**
   * Returns the number of parts of a step, or 0 if it has only one.
   * @param {number} step
   */
  partCount(step) {
    const count = this.transactions[step]?.length ?? 0;
    return step > 0 && count > 1 ? count : 0;
  }

  /**
   * Returns the text of a step's line, or “from outside” if it has none.
   * @param {number} step
   */
  title(step) {
    if (step === 0) return "the beginning";
    const event = this.event(this.starts[step] ?? -1);
    return event.type === "line" && event.text ? event.text : "from outside";
  }

  /**
   * Returns the line number of a step in its file.
   * @param {number} step
   */
  lineNumber(step) {
    const event = step > 0 ? this.event(this.starts[step] ?? -1) : null;
    return event?.type === "line" ? event.number : undefined;
  }

  /**
   * Returns the label of a moment: `7.2`, or if it is not a step of the history, `line 12` by the number of its line in the
   * file, or `entry 3` by its position in the list if several lines have that number.
   * @param {Moment} moment
   */
  label({ step, part }) {
    if (step === 0) return "0";
    const number = this.numbers[step];
    const suffix = part === null ? "" : `.${part}`;
    if (number && this.makers.get(number) === step) return `${number}${suffix}`;
    const line = this.lineNumber(step) ?? 0;
    return `${this.byLine.get(line) === step ? `line ${line}` : `entry ${step}`}${suffix}`;
  }

  /**
   * Returns the name of a moment: `step 7.2`, `line 12` or `entry 3`.
   * @param {Moment} moment
   */
  name(moment) {
    const label = this.label(moment);
    return /^\d/.test(label) ? `step ${label}` : label;
  }

  /**
   * Returns the step that contains a line of events.
   * @param {number} at
   */
  stepOf(at) {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Returns the moment of an event.
   * @param {number} at @returns {Moment}
   */
  momentOf(at) {
    const step = this.stepOf(at);
    if (!this.partCount(step)) return { step, part: null };
    const parts = this.transactions[step] ?? [];
    return { step, part: Math.max(1, parts.filter((line) => line <= at).length) };
  }

  // States

  /**
   * Returns the state after a step, which must not be changed.
   * @param {number} step @returns {State}
   */
  stateAfter(step) {
    if (this.cursor.step > step || this.cursor.step < 0) this.cursor = this.keyframeBefore(step);
    const { state } = this.cursor;
    while (this.cursor.step < step) {
      const next = this.cursor.step + 1;
      const first = this.starts[next] ?? this.end;
      const end = this.endOf(next);
      for (let at = first; at < end; at += 1) {
        if (!this.lines[at]) continue;
        const event = this.event(at);
        if (at >= this.indexedEnd) this.note(event, at);
        apply(state, event, false);
      }
      this.indexedEnd = Math.max(this.indexedEnd, end);
      this.cursor = { step: next, state };
      this.workSinceKeyframe += end - first;
      this.keepKeyframe();
    }
    return state;
  }

  /** @param {number} step */
  keyframeBefore(step) {
    let found = null;
    let [low, high] = [0, this.keyframes.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const keyframe = this.keyframes[middle];
      if (keyframe && keyframe.step <= step) {
        found = keyframe;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    this.workSinceKeyframe = 0;
    return found ? { step: found.step, state: copied(found.state) } : { step: -1, state: emptyState() };
  }

  /** Stores a state if the work since the last stored one is as large as the cost of storing it. */
  keepKeyframe() {
    const last = this.keyframes[this.keyframes.length - 1];
    if (last && last.step >= this.cursor.step) return;
    if (last && this.workSinceKeyframe < 400) return;
    if (last && this.workSinceKeyframe < 2 * sizeOf(this.cursor.state)) return;
    this.keyframes.push({ step: this.cursor.step, state: copied(this.cursor.state) });
    this.workSinceKeyframe = 0;
  }

  /**
   * Returns the state before a moment, and the state at the moment with marked rows. Neither may be changed.
   * @param {Moment} moment
   */
  around(moment) {
    const { first, end } = this.range(moment);
    const before = moment.step === 0 ? emptyState() : copied(this.stateAfter(moment.step - 1));
    for (let at = this.starts[moment.step] ?? 0; at < first; at += 1) apply(before, this.event(at), false);
    // Indexes this step too.
    this.stateAfter(moment.step);
    const now = copied(before);
    for (let at = first; at < end; at += 1) if (this.lines[at]) apply(now, this.event(at), moment.step > 0);
    return { before, now };
  }

  /**
   * Adds an event to the index, and to the lists of fields and views.
   * @param {SessionEvent} event @param {number} at
   */
  note(event, at) {
    if (event.type === "view") {
      this.noteKey(`view ${event.path}`, at);
    } else if (event.type === "transaction") {
      for (const change of event.changes ?? []) {
        this.noteKey(`object ${change.kind} ${keyOf(change.id)}`, at);
        const known = this.kinds.get(change.kind) ?? [];
        if (known.length === 0 && change.id === 0) this.singles.add(change.kind);
        if (change.id !== 0) this.singles.delete(change.kind);
        if (typeof change.id === "number") this.numbered.add(change.kind);
        for (const field of change.fields) if (!known.includes(field.name)) known.push(field.name);
        this.kinds.set(change.kind, known);
      }
    }
  }

  noteKey(/** @type {string} */ key, /** @type {number} */ at) {
    const known = this.index.get(key);
    if (known) {
      if (known[known.length - 1] !== at) known.push(at);
    } else {
      this.index.set(key, [at]);
      if (key.startsWith("view ")) this.viewPaths.push(key.slice("view ".length));
    }
  }

  // Addresses

  /**
   * Returns the moment for a label or an address; `null` if there is none.
   * @param {string} text @returns {Moment | null}
   */
  momentNamed(text) {
    const match = /^(line |entry )?(\d+)(?:\.(\d+))?$/.exec(text.trim());
    if (!match) return null;
    const number = Number(match[2]);
    const step = number === 0 || match[1] === "entry " ? number : (match[1] ? this.byLine : this.makers).get(number);
    if (step === undefined || step > this.count || (step === 0 && number > 0)) return null;
    const part = match[3] ? Number(match[3]) : null;
    return { step, part: part !== null && part >= 1 && part <= this.partCount(step) ? part : null };
  }
}

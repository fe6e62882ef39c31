// The events of sessions in the page's source: one JSON object per line.

/**
 * The value of a field.
 * @typedef {null | boolean | number | string | unknown[]} Value
 * @typedef {{name: string, old?: Value, new?: Value, refersTo?: string, oldID?: Value, newID?: Value}} ChangedField
 * @typedef {{
 *   action: "added" | "removed" | "changed", kind: string, id: Value, name?: string, rule?: string,
 *   fields: ChangedField[]
 * }} Change
 * @typedef {{type: "line", number?: number, text?: string}} LineEvent
 * @typedef {{
 *   type: "transaction", cause: string, step?: number, part?: number, undone?: boolean, changes?: Change[]
 * }} TransactionEvent
 * @typedef {{type: "told", to: {name: string, lines?: number}[], passed: number}} ToldEvent
 * @typedef {{name?: string, unit?: string, text?: string, old?: string, new?: string}} ShownField
 * @typedef {{
 *   type: "view", change: "opened" | "closed" | "appeared" | "disappeared" | "changed" | "moved", path: string,
 *   row?: number, to?: number, fields?: ShownField[], kind?: string, id?: Value, facts?: string[]
 * }} ViewEvent
 * @typedef {{type: "text", text: string}} TextEvent
 * @typedef {{
 *   type: "diagnostic", message: string, code?: string, suggestion?: string, limit?: string, notes?: string[],
 *   text?: string, range?: [number, number]
 * }} DiagnosticEvent
 * @typedef {{type: "end", outcome: string}} EndEvent
 * @typedef {{type: "truncated"}} TruncatedEvent
 * @typedef {LineEvent | TransactionEvent | ToldEvent | ViewEvent | TextEvent | DiagnosticEvent | EndEvent
 *   | TruncatedEvent} SessionEvent
 */

/**
 * A line of a comparison between expected and printed output.
 * @typedef {{
 *   line?: number, same?: string, skipped?: number, any?: number, expected?: string, got?: string,
 *   changed?: [number, number][]
 * }} ComparedLine
 * @typedef {{
 *   path: string, line: number, message: string, command: string[], commandLine: number, lines: string[],
 *   difference?: ComparedLine[], follows?: {path: string, line: number}
 * }} Failure
 * @typedef {{
 *   type: "scenario", path: string, claim: string, tags: string[], verdict: "passed" | "failed" | "blessed",
 *   commands: number, failures: Failure[], warnings: {line: number, message: string}[], ns?: number, again?: string
 * }} Scenario
 * @typedef {{name: string, cells: number, covered: number, missing: string[]}} Dimension
 * @typedef {{
 *   type: "summary", passed: number, failed: number, blessed: number, notRun: number, commands: number,
 *   interrupted: boolean, coverage?: Dimension[], ns?: number
 * }} Summary
 * @typedef {{type: "start", world?: string}} Start
 */

/**
 * The range of a session's lines, and the scenario that it belongs to, if any.
 * @typedef {{first: number, end: number, scenario: Scenario | null}} Place
 */

const EVENT_TYPES = new Set(["line", "transaction", "told", "view", "text", "diagnostic", "end", "truncated"]);

/**
 * Returns the object in a line; `null` if the line is not a JSON object.
 * @param {string} line
 * @returns {any}
 */
function parsed(line) {
  try {
    const object = JSON.parse(line);
    return typeof object === "object" ? object : null;
  } catch {
    return null;
  }
}

/** The file of events in the page. */
class EventFile {
  /** @param {string} text */
  constructor(text) {
    /** The lines, each the JSON of one object. */
    this.lines = text.split("\n");
    /** @type {Place[]} */
    this.places = [];
    /** @type {Summary | null} */
    this.summary = null;
    /** @type {Start} */
    this.start = { type: "start" };
    /** @type {Place | null} */
    let open = null;
    for (let at = 0; at < this.lines.length; at += 1) {
      const line = this.lines[at] ?? "";
      if (line.startsWith('{"type":"scenario"')) {
        if (open) open.end = at;
        open = { first: at + 1, end: this.lines.length, scenario: parsed(line) };
        this.places.push(open);
      } else if (line.startsWith('{"type":"summary"')) {
        if (open) open.end = at;
        this.summary = parsed(line);
      } else if (line.startsWith('{"type":"start"')) {
        this.start = parsed(line) ?? this.start;
      }
    }
    if (this.places.length === 0) this.places.push({ first: 0, end: this.lines.length, scenario: null });
  }
}

/** Converts UTF-8 offsets of a text into offsets of the string. */
class Offsets {
  /** @param {string} text */
  constructor(text) {
    this.bytes = new TextEncoder().encode(text);
  }

  /** @param {number} utf8 */
  offset(utf8) {
    return new TextDecoder().decode(this.bytes.subarray(0, utf8)).length;
  }
}

/** @typedef {{mark: Mark | "" | ">" | "!", text: string}} PrintedLine */

/**
 * Returns the lines of a transcript for an event.
 * @param {SessionEvent} event
 * @returns {PrintedLine[]}
 */
function printed(event) {
  switch (event.type) {
    case "line":
      return (event.text ?? "").split("\n").map((text, place) => ({ mark: ">", text: `${place ? "." : ">"} ${text}` }));
    case "text":
      return [{ mark: "", text: event.text }];
    case "view": {
      const mark = viewMark(event);
      return [{ mark, text: `${mark} ${event.path}${placeText(event)}${fieldsText(event.fields ?? [])}` }];
    }
    case "diagnostic":
      return diagnosticLines(event).map((text) => ({ mark: "!", text }));
    case "truncated":
      return [{ mark: "!", text: "the events from here on were not kept" }];
    default:
      return [];
  }
}

/** @param {ViewEvent} event @returns {Mark} */
function viewMark(event) {
  switch (event.change) {
    case "opened":
    case "appeared":
      return "+";
    case "closed":
    case "disappeared":
      return "-";
    case "moved":
      return "^";
    default:
      return "~";
  }
}

/** @param {ViewEvent} event */
function placeText(event) {
  if (event.row === undefined) return "";
  return event.to === undefined ? ` ${event.row}` : ` ${event.row}→${event.to}`;
}

/** @param {ShownField[]} fields */
function fieldsText(fields) {
  const texts = fields.map((field) => {
    const text = field.text ?? `${field.old ?? ""}→${field.new ?? ""}`;
    return text + (field.unit ?? "");
  });
  return texts.length > 0 ? `  ${texts.join("  ")}` : "";
}

/** @param {DiagnosticEvent} event */
function diagnosticLines(event) {
  const lines = [`error: ${event.message}`];
  if (event.text && event.range) {
    const offsets = new Offsets(event.text);
    const start = offsets.offset(event.range[0]);
    const end = Math.max(start + 1, offsets.offset(event.range[1]));
    const lineStart = event.text.lastIndexOf("\n", start - 1) + 1;
    const next = event.text.indexOf("\n", start);
    const lineEnd = next < 0 ? event.text.length : next;
    const hint = event.suggestion ? `  did you mean “${event.suggestion}”?` : "";
    lines.push(`  ${event.text.slice(lineStart, lineEnd)}`);
    lines.push(`  ${" ".repeat(start - lineStart)}^${"~".repeat(Math.max(0, Math.min(end, lineEnd) - start - 1))}${hint}`);
  } else if (event.suggestion) {
    lines.push(`  did you mean “${event.suggestion}”?`);
  }
  for (const note of event.notes ?? []) lines.push(`  note: ${note}`);
  return lines;
}

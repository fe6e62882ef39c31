// The objects at a moment as tables, and the differences between two moments.

/** The maximum number of rows of a table that are shown at once. */
const TABLE_ROWS_MAX = 200;

/**
 * The order of a table's rows.
 * @typedef {{field: string, isDescending: boolean}} Order
 */

/** @param {Page} page @returns {HTMLElement[]} */
function objectTables(page) {
  const parts = [];
  for (const [kind, columns] of orderedKinds(page.session)) {
    const now = page.state.now.objects.get(kind) ?? new Map();
    const before = page.state.before.objects.get(kind) ?? new Map();
    const isBeginning = page.moment.step === 0;
    if (now.size === 0 && (before.size === 0 || isBeginning)) continue;
    parts.push(objectTable(page, kind, columns, isBeginning ? now : before, now));
  }
  return parts.length > 0 ? parts : [make("p", { class: "empty" }, "There are no objects at this step.")];
}

/**
 * Returns the kinds with their fields. Kinds with a single object come last.
 * @param {Session} session
 */
function orderedKinds(session) {
  const rank = (/** @type {string} */ kind) => (session.singles.has(kind) ? 2 : session.numbered.has(kind) ? 0 : 1);
  return [...session.kinds].sort(([a], [b]) => rank(a) - rank(b));
}

/**
 * @param {Page} page
 * @param {string} kind
 * @param {string[]} columns
 * @param {Map<string, ObjectRow>} before
 * @param {Map<string, ObjectRow>} now
 */
function objectTable(page, kind, columns, before, now) {
  const order = page.orders.get(kind) ?? null;
  const isOpen = page.wholeTables.has(kind);
  const gone = [...before].filter(([key]) => !now.has(key));
  /** @type {{row: ObjectRow, old: ObjectRow | undefined, mark: Mark | null}[]} */
  let rows = [...now].map(([key, row]) => {
    const old = before.get(key);
    return { row, old, mark: !old ? "+" : old === row ? null : "~" };
  });
  rows = sorted(rows, order);
  // In a long table, changed rows come first.
  if (!isOpen && rows.length > TABLE_ROWS_MAX) rows = [...rows.filter((one) => one.mark), ...rows.filter((one) => !one.mark)];
  const visible = isOpen ? rows : rows.slice(0, TABLE_ROWS_MAX);
  const hasNumber = [...now.values(), ...gone.map(([, row]) => row)].some((row) => row.name === undefined && row.id !== 0);
  const names = hasNumber ? ["", ...columns] : columns;
  const first = visible[0]?.row ?? gone[0]?.[1];
  const hasNumbers = names.map((name) => typeof (name === "" ? first?.id : first?.fields.get(name)) === "number");
  const trs = [
    ...visible.map(({ row, old, mark }) => page.kept(row, names.join("\n"), mark !== null, () => objectRow(row, old, mark, names))),
    ...gone.slice(0, TABLE_ROWS_MAX).map(([, row]) => objectRow(row, row, "-", names)),
  ];
  const table = page.table(`objects ${kind}`, JSON.stringify([names, hasNumbers, order]), trs, () => make(
    "table", { class: "objects-table", role: "grid", "aria-label": shown(kind) },
    make("thead", {}, make("tr", {}, make("th", { class: "marks", scope: "col" }, make("span", { class: "unseen" }, "change")), names.map((name, at) => headCell(page, kind, name, order, hasNumbers[at] ?? false)))),
    make("tbody", {})));
  const changedCount = rows.filter((one) => one.mark).length + gone.length;
  const more = rows.length - visible.length;
  const isSingle = page.session.singles.has(kind);
  const badge = changedCount > 0 && page.moment.step > 0 ? `${changedCount} changed` : "";
  const head = page.part(`kind head ${kind}`, `${isSingle ? "" : now.size} ${badge}`, () => make(
    "h3", {}, shown(kind), isSingle ? null : make("span", { class: "dim" }, ` ${now.size}`), badge ? make("span", { class: "badge" }, badge) : null));
  const button = more > 0 ? page.part(`kind more ${kind}`, String(more), () => make(
    "button", { type: "button", class: "more", click: () => { page.wholeTables.add(kind); page.show(); } }, `Show ${counted(more, "more row")}`)) : null;
  return page.part(`kind ${kind}`, String(isSingle), () => make("article", { class: isSingle ? "kind single" : "kind" }), [head, table, button]);
}

/** @param {{row: ObjectRow, old: ObjectRow | undefined, mark: Mark | null}[]} rows @param {Order | null} order */
function sorted(rows, order) {
  if (!order) return rows;
  const direction = order.isDescending ? -1 : 1;
  const value = (/** @type {ObjectRow} */ row) => (order.field === "" ? row.id : row.fields.get(order.field) ?? null);
  return [...rows].sort((a, b) => direction * compared(value(a.row), value(b.row)));
}

function compared(/** @type {Value} */ a, /** @type {Value} */ b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return valueText(a).localeCompare(valueText(b), "en", { numeric: true });
}

/** @param {Page} page @param {string} kind @param {string} name @param {Order | null} order @param {boolean} hasNumbers */
function headCell(page, kind, name, order, hasNumbers) {
  const isOrder = order?.field === name;
  const sign = isOrder ? (order.isDescending ? "▾" : "▴") : "";
  const sort = isOrder ? (order.isDescending ? "descending" : "ascending") : "none";
  return make(
    "th", { scope: "col", "aria-sort": sort, class: hasNumbers ? "numeric" : undefined },
    make(
      "button",
      {
        type: "button", class: "sort", title: "Sort",
        click: () => {
          if (isOrder && order.isDescending) page.orders.delete(kind);
          else page.orders.set(kind, { field: name, isDescending: isOrder });
          page.show();
        },
      },
      name === "" ? "#" : shown(name), make("span", { class: "sign", "aria-hidden": "true" }, sign)));
}

/** @param {ObjectRow} row @param {ObjectRow | undefined} old @param {Mark | null} mark @param {string[]} columns */
function objectRow(row, old, mark, columns) {
  const isThere = mark !== "-";
  return make(
    "tr", { class: mark ? `row ${MARKS[mark]}` : "row" },
    make("td", { class: "marks" }, mark ? markOf(mark) : null),
    columns.map((name) => {
      const value = name === "" ? row.id : row.fields.get(name);
      const was = old && name !== "" ? old.fields.get(name) : undefined;
      const isChanged = mark === "~" && JSON.stringify(was) !== JSON.stringify(value);
      const question = { about: /** @type {"field"} */ ("field"), kind: row.kind, id: row.id, field: name === "" ? null : name };
      const text = valueText(value);
      return make(
        "td",
        {
          role: "gridcell",
          class: `${isChanged ? "changed-cell" : ""}${typeof value === "number" ? " numeric" : ""}${value === null || value === undefined ? " none" : ""}`.trim() || undefined,
          ...cellAttributes(isThere ? question : null),
        },
        isChanged ? change(valueText(was), text) : text);
    }));
}

// Two moments

/**
 * Returns the differences between two states: objects and rows on screens.
 * @param {Page} page
 * @returns {HTMLElement[]}
 */
function comparison(page) {
  const other = page.other;
  const { session, moment } = page;
  const isForward = other !== null && (other.step < moment.step || (other.step === moment.step && (other.part ?? Infinity) <= (moment.part ?? Infinity)));
  const form = make(
    "form",
    {
      class: "compare-form",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const input = /** @type {HTMLInputElement} */ (part("compare-with"));
        const found = input.value.trim() === "" ? null : session.momentNamed(input.value);
        input.setCustomValidity(input.value.trim() !== "" && !found ? "There is no such step" : "");
        if (input.reportValidity()) page.compare(found);
      },
    },
    make("label", { for: "compare-with" }, "Compare with step"),
    make("input", {
      id: "compare-with", size: 8, autocomplete: "off", value: other ? session.label(other) : "", placeholder: "7 or 7.2",
      input: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).setCustomValidity(""),
    }),
    make("button", { type: "submit" }, "Compare"),
    other ? make("button", { type: "button", class: "quiet", click: () => page.compare(null) }, "End") : null);
  if (!other) return [form, make("p", { class: "note" }, "Press c to remember this step, then go to another one.")];
  const there = session.around(other).now;
  const [from, to] = isForward ? [there, page.state.now] : [page.state.now, there];
  const [first, last] = isForward ? [other, moment] : [moment, other];
  const objects = objectDifferences(from, to);
  const rows = screenDifferences(from, to);
  /** @type {HTMLElement[]} */
  const parts = [
    form,
    make("p", { class: "compare-title", role: "status" }, "From ", stepLink(page, first), " to ", stepLink(page, last), `: ${counted(objects.length, "object")} and ${counted(rows.length, "view")} differ.`),
  ];
  if (objects.length > 0) parts.push(make("h3", {}, "Objects"), changedObjects(page, objects));
  for (const view of rows) {
    parts.push(make(
      "div", { class: "side-by-side" },
      make("h4", {}, shown(view.path)),
      make("pre", { class: "before" }, make("span", { class: "caption" }, session.name(first)), differing(view.before, view.after, "del")),
      make("pre", { class: "after" }, make("span", { class: "caption" }, session.name(last)), differing(view.after, view.before, "ins"))));
  }
  return parts;
}

/**
 * Returns the lines of a text. Lines that the other text does not contain are marked.
 * @param {string[]} lines
 * @param {string[]} others
 * @param {"ins" | "del"} tag
 * @returns {Child[]}
 */
function differing(lines, others, tag) {
  const left = new Map();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.flatMap((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    const sign = count > 0 ? "  " : tag === "ins" ? "+ " : "- ";
    return [count > 0 ? sign + line : make(tag, {}, sign + line), "\n"];
  });
}

/** @param {State} from @param {State} to @returns {Change[]} */
function objectDifferences(from, to) {
  /** @type {Change[]} */
  const changes = [];
  for (const kind of new Set([...from.objects.keys(), ...to.objects.keys()])) {
    const [before, after] = [from.objects.get(kind) ?? new Map(), to.objects.get(kind) ?? new Map()];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      /** @type {[ObjectRow | undefined, ObjectRow | undefined]} */
      const [old, now] = [before.get(key), after.get(key)];
      const row = now ?? old;
      if (!row || old === now) continue;
      const fields = [...row.fields.keys()]
        .map((name) => ({ name, old: old?.fields.get(name), new: now?.fields.get(name) }))
        .filter((field) => JSON.stringify(field.old) !== JSON.stringify(field.new));
      if (fields.length === 0) continue;
      const action = !old ? "added" : !now ? "removed" : "changed";
      changes.push({ action, kind, id: row.id, ...(row.name === undefined ? {} : { name: row.name }), fields });
    }
  }
  return changes;
}

/** @param {State} from @param {State} to @returns {{path: string, before: string[], after: string[]}[]} */
function screenDifferences(from, to) {
  const found = [];
  for (const path of new Set([...from.views.keys(), ...to.views.keys()])) {
    const lines = (/** @type {State} */ state) => (state.views.get(path)?.rows ?? [])
      .map((row) => row.fields.map((field) => shown(field.text) + shown(field.unit)).join("  "));
    const [before, after] = [lines(from), lines(to)];
    if (before.join("\n") !== after.join("\n")) found.push({ path, before, after });
  }
  return found;
}

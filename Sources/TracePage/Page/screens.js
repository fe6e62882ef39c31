// The screens at a moment, as text cells, with a mark for the change of each row.

/**
 * Returns the views of a state by screen: views inside a screen follow it, others have a group each.
 * @param {Page} page
 * @returns {{name: string, views: View[]}[]}
 */
function screenGroups(page) {
  /** @type {Map<string, View[]>} */
  const groups = new Map();
  // In the order of their first appearance, so that a new view does not move the others.
  for (const path of page.session.viewPaths) {
    const view = page.state.now.views.get(path);
    if (!view) continue;
    const name = path.split("/")[0] ?? path;
    const group = groups.get(name);
    if (group) group.push(view);
    else groups.set(name, [view]);
  }
  return [...groups].map(([name, views]) => ({ name, views }));
}

/** @param {Page} page @returns {HTMLElement[]} */
function screens(page) {
  const groups = screenGroups(page);
  if (groups.length === 0) return [make("p", { class: "empty" }, "No view shows anything at this step.")];
  return groups.map(({ name, views }) => {
    const whole = views.find((view) => view.path === name);
    const isClosed = views.every((view) => !view.isOpen || (view.rows.length === 0 && view !== whole));
    const mark = whole?.mark ?? null;
    const head = page.part(`screen head ${name}`, mark ?? "", () => make(
      "h3", {}, mark ? markOf(mark) : null, shown(name), mark === "-" ? make("span", { class: "dim" }, " closed") : null));
    const isGone = isClosed && mark === "-";
    return page.part(
      `screen ${name}`, String(isGone), () => make("article", { class: isGone ? "screen closed" : "screen" }),
      [head, ...views.map((view) => viewPart(page, view, name))]);
  });
}

function viewPart(/** @type {Page} */ page, /** @type {View} */ view, /** @type {string} */ group) {
  if (view.rows.length === 0 && view.gone.length === 0) return null;
  const rows = withGone(view);
  const columns = rows[0]?.row.fields ?? [];
  const name = view.path === group ? null : shown(view.path.slice(group.length + 1));
  const isLabel = !view.isList;
  const cells = rows.map(({ row, number }) => page.kept(row, `${view.path} ${number}`, row.mark !== undefined, () => make(
    "tr", { class: row.mark ? `row ${MARKS[row.mark]}` : "row" },
    make("td", { class: "marks" }, row.mark ? markOf(row.mark) : null),
    view.isList ? make("th", { scope: "row", class: "number" }, row.from !== undefined && row.from !== number ? `${row.from}→${number}` : number ?? "") : null,
    row.fields.map((field, column) => cell(view, row, number, field, column)))));
  const heads = columns.map((field) => [field.name, isNumeric(field)]);
  const table = page.table(`view ${view.path}`, JSON.stringify(heads), cells, () => make(
    "table", { class: `view${isLabel ? " label" : ""}`, role: "grid", "aria-label": shown(view.path) },
    isLabel ? null : make(
      "thead", {},
      make(
        "tr", {}, make("th", { class: "marks", scope: "col" }, make("span", { class: "unseen" }, "change")),
        make("th", { scope: "col", class: "number" }, "#"),
        columns.map((field) => make("th", { scope: "col", class: isNumeric(field) ? "numeric" : undefined }, shown(field.name))))),
    make("tbody", {})));
  const title = name ? page.part(`view title ${view.path}`, "", () => make("h4", {}, name)) : null;
  return page.part(`view part ${view.path}`, "", () => make("div", { class: "view-part" }), [title, table]);
}

/**
 * Returns the rows of a view, with removed rows at their former positions.
 * @param {View} view
 * @returns {{row: Row, number: number | null}[]}
 */
function withGone(view) {
  /** @type {{row: Row, number: number | null}[]} */
  const rows = view.rows.map((row, at) => ({ row, number: at + 1 }));
  for (const { at, row } of [...view.gone].reverse()) rows.splice(Math.min(at, rows.length), 0, { row, number: null });
  return rows;
}

/** @param {View} view @param {Row} row @param {number | null} number @param {Field} field @param {number} column */
function cell(view, row, number, field, column) {
  const isChanged = field.was !== undefined && (row.mark === "~" || row.mark === "^");
  const text = shown(field.text) + shown(field.unit);
  const content = isChanged ? change(shown(field.was ?? ""), text) : text;
  const question = number === null ? null : { about: /** @type {"cell"} */ ("cell"), path: view.path, row: number - 1, column };
  const attributes = {
    class: `${isChanged ? "changed-cell" : ""}${isNumeric(field) ? " numeric" : ""}`.trim() || undefined,
    ...cellAttributes(question),
  };
  return make("td", { ...attributes, role: "gridcell" }, content);
}

/** @param {Field} field */
function isNumeric(field) {
  return /^-?\d[\d,.]*$/.test(field.text);
}

/**
 * Returns the attributes of a cell that a question can be asked about.
 * @param {Question | null} question
 */
function cellAttributes(question) {
  return question ? { "data-cell": JSON.stringify(question), title: "Why?", tabindex: -1 } : {};
}

/**
 * Makes the clickable cells of a table reachable by keys: one cell gets the focus, and arrow keys move it.
 * @param {HTMLTableElement} table
 */
function rove(table) {
  const rows = () => [...table.rows].map((row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll("[data-cell]")]));
  table.addEventListener("focusin", (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (!(found instanceof HTMLElement)) return;
    for (const one of table.querySelectorAll('[data-cell][tabindex="0"]')) /** @type {HTMLElement} */ (one).tabIndex = -1;
    found.tabIndex = 0;
  });
  table.addEventListener("keydown", (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (!(found instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      found.click();
      return;
    }
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const grid = rows();
    let at = grid.findIndex((row) => row.includes(found));
    const column = (grid[at]?.indexOf(found) ?? 0) + (step[1] ?? 0);
    at += step[0] ?? 0;
    while (grid[at] && grid[at]?.length === 0) at += step[0] || 1;
    const row = grid[at];
    row?.[Math.max(0, Math.min(column, row.length - 1))]?.focus();
  });
}

// The reasons for the value of a field or a cell: the transactions that set it.

/**
 * A question about a field of an object, about a whole object, about a view, or about a cell of a view.
 * @typedef {{about: "field", kind: string, id: Value, field: string | null}
 *   | {about: "cell", path: string, row: number | null, column: number | null}} Question
 * A transaction that set a field, with its moment and the field's values.
 * @typedef {{moment: Moment, transaction: TransactionEvent, change: Change, field: ChangedField | null}} Turn
 */

/**
 * Returns the transactions up to a moment that set a field of an object, or any of its fields, latest first.
 * @param {Session} session @param {{kind: string, id: Value, field: string | null}} target
 * @param {Moment} moment @param {number} max
 * @returns {Turn[]}
 */
function turns(session, target, moment, max) {
  const { end } = session.range(moment);
  const lines = session.index.get(`object ${target.kind} ${keyOf(target.id)}`) ?? [];
  /** @type {Turn[]} */
  const found = [];
  for (let place = lines.length - 1; place >= 0 && found.length < max; place -= 1) {
    const at = lines[place] ?? 0;
    if (at >= end) continue;
    const transaction = session.event(at);
    if (transaction.type !== "transaction") continue;
    for (const change of [...(transaction.changes ?? [])].reverse()) {
      if (change.kind !== target.kind || keyOf(change.id) !== keyOf(target.id)) continue;
      const field = change.fields.find((one) => one.name === target.field) ?? null;
      if (target.field === null || field) found.push({ moment: session.momentOf(at), transaction, change, field });
    }
  }
  return found;
}

/**
 * Returns the last event of a view, or of one of its rows, up to a moment, with the transactions that caused it.
 * @param {Session} session @param {string} path @param {Row | null} row @param {Moment} moment
 * @returns {{event: ViewEvent, moment: Moment, transactions: TransactionEvent[]} | null}
 */
function lastView(session, path, row, moment) {
  const { end } = session.range(moment);
  const lines = session.index.get(`view ${path}`) ?? [];
  for (let place = lines.length - 1; place >= 0; place -= 1) {
    const at = lines[place] ?? 0;
    if (at >= end) continue;
    const event = session.event(at);
    if (event.type !== "view") continue;
    if (row?.kind !== undefined && (event.kind !== row.kind || keyOf(event.id) !== keyOf(row.id))) continue;
    const found = session.momentOf(at);
    const transactions = (session.transactions[found.step] ?? [])
      .filter((line) => line < at && (found.part === null || session.momentOf(line).part === found.part))
      .map((line) => session.event(line));
    return {
      event, moment: found,
      transactions: /** @type {TransactionEvent[]} */ (transactions.filter((one) => one.type === "transaction")),
    };
  }
  return null;
}

/**
 * Returns the heading of an object: its name, or its kind and identity.
 * @param {{kind: string, id: Value, name?: string | undefined}} object
 */
function objectName(object) {
  return object.name ?? (object.id === 0 || object.id === null ? object.kind : `${object.kind} ${valueText(object.id)}`);
}

/**
 * Returns the text of a value.
 * @param {Value | undefined} value @returns {string}
 */
function valueText(value) {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return `[${value.map((one) => valueText(/** @type {Value} */ (one))).join(", ")}]`;
  return shown(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/**
 * Returns a link to a moment.
 * @param {Page} page @param {Moment} moment @param {string} [text]
 */
function stepLink(page, moment, text) {
  return make(
    "a",
    {
      class: "step-link", href: page.address(moment),
      click: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        page.go(moment);
      },
    },
    text ?? page.session.name(moment));
}

/**
 * Returns a button that asks a question.
 * @param {Page} page @param {Question} question @param {...(Child | Child[])} children
 */
function whyButton(page, question, ...children) {
  return make("button", { type: "button", class: "why-button", click: () => page.ask(question) }, ...children);
}

/**
 * Returns the answer to a question.
 * @param {Page} page @param {Question} question @returns {HTMLElement}
 */
function answer(page, question) {
  const body = question.about === "field" ? fieldAnswer(page, question) : cellAnswer(page, question);
  return make(
    "section", { class: "answer", "aria-labelledby": "answer-title" },
    make(
      "div", { class: "answer-head" },
      make("h2", { id: "answer-title", tabindex: -1 }, ...body.title),
      make(
        "button", { type: "button", class: "quiet", "aria-label": "Close the explanation", click: () => page.ask(null) },
        make("span", { "aria-hidden": "true" }, "✕"))),
    ...body.parts);
}

/**
 * @param {Page} page @param {{kind: string, id: Value, field: string | null}} target
 * @returns {{title: Child[], parts: Child[]}}
 */
function fieldAnswer(page, target) {
  const { session, moment } = page;
  const row = page.state.now.objects.get(target.kind)?.get(keyOf(target.id));
  const name = shown(row ? objectName(row) : objectName(target));
  const found = turns(session, target, moment, 31);
  const latest = found[0];
  const reference = target.field === null ? name : `${name}.${shown(target.field)}`;
  const value = row && target.field !== null ? valueText(row.fields.get(target.field)) : null;
  const title = ["Why ", make("code", {}, reference), value === null ? null : " is ", value === null ? null : make("code", {}, value)];
  if (!latest) return { title, parts: [make("p", {}, "It has had this value since before the first recorded step.")] };
  const others = latest.change.fields.filter((field) => field.name !== target.field);
  /** @type {Child[]} */
  const parts = [
    make("p", { class: "cause" }, causeText(latest), ` at `, stepLink(page, latest.moment), ":"),
    make("pre", { class: "command" }, shownLines(latest.transaction.cause || "(the beginning)")),
  ];
  if (latest.field && latest.change.action === "changed") {
    parts.push(make("p", { class: "values" }, change(valueText(latest.field.old), valueText(latest.field.new))));
  }
  if (latest.change.rule) {
    parts.push(make("p", { class: "rule" }, make("strong", {}, "Rule: "), shown(latest.change.rule)));
  }
  if (latest.change.action === "changed" && others.length > 0) {
    parts.push(make("h3", {}, "Changed with it"), changeList(page, latest.change, others));
  }
  const earlier = found.slice(1, 31);
  if (earlier.length > 0) {
    parts.push(make("h3", {}, "Earlier"), make("ol", { class: "turns" }, earlier.slice(0, 30).map((turn) => turnItem(page, turn))));
    if (found.length > 30) parts.push(make("p", { class: "note" }, "Further changes are omitted."));
  }
  return { title, parts };
}

/** @param {Turn} turn */
function causeText(turn) {
  if (turn.transaction.undone) return "Undone";
  if (turn.change.action === "added") return turn.transaction.step === undefined && !turn.transaction.cause ? "There" : "Made";
  return turn.change.action === "removed" ? "Removed" : "Set";
}

function turnItem(/** @type {Page} */ page, /** @type {Turn} */ turn) {
  const what = turn.field && turn.change.action === "changed"
    ? change(valueText(turn.field.old), valueText(turn.field.new))
    : turn.field ? make("span", {}, valueText(turn.field.new ?? turn.field.old))
      : make("span", {}, turn.change.fields.map((field) => shown(field.name)).join(", "));
  return make(
    "li", {}, stepLink(page, turn.moment), " ", what, " ",
    make("code", { class: "dim" }, shown(turn.transaction.cause || "the beginning", 120)));
}

/**
 * Returns the changed fields of an object as questions.
 * @param {Page} page @param {Change} object @param {ChangedField[]} fields
 */
function changeList(page, object, fields) {
  return make(
    "ul", { class: "changes" },
    fields.map((field) => make(
      "li", {},
      whyButton(page, { about: "field", kind: object.kind, id: object.id, field: field.name }, shown(`${objectName(object)}.${field.name}`)),
      " ",
      object.action === "changed" ? change(valueText(field.old), valueText(field.new))
        : make("span", { class: "dim" }, valueText(object.action === "added" ? field.new : field.old)))));
}

/**
 * @param {Page} page @param {{path: string, row: number | null, column: number | null}} target
 * @returns {{title: Child[], parts: Child[]}}
 */
function cellAnswer(page, target) {
  const { session, moment } = page;
  const view = page.state.now.views.get(target.path);
  const row = target.row === null ? null : view?.rows[target.row] ?? null;
  const field = target.column === null ? undefined : row?.fields[target.column];
  const object = row?.kind === undefined ? undefined
    : page.state.now.objects.get(row.kind)?.get(keyOf(row.id));
  const place = shown(target.path) + (view?.isList && target.row !== null ? ` ${target.row + 1}` : "");
  const title = ["Why ", make("code", {}, place), " shows ", make("code", {}, shown(field?.text ?? "this"))];
  /** @type {Child[]} */
  const parts = [];
  if (object && row) {
    const name = shown(objectName(object));
    parts.push(make("p", {}, "The row shows ", make("code", {}, name), "."));
    if (field && object.fields.has(field.name)) {
      const inner = fieldAnswer(page, { kind: object.kind, id: object.id, field: field.name });
      return { title, parts: [...parts, make("h3", {}, ...inner.title), ...inner.parts, ...rowParts(page, target.path, row)] };
    }
    if (field) {
      parts.push(make("p", {}, make("code", {}, shown(field.name)), " is computed. What may have changed it:"));
    }
  }
  const last = lastView(session, target.path, row, moment);
  if (!last) return { title, parts: [...parts, make("p", {}, "It has shown this since before the first recorded step.")] };
  parts.push(
    make("p", { class: "cause" }, `It ${MARKS[viewMark(last.event)]} at `, stepLink(page, last.moment), ":"),
    make("pre", { class: "command" }, shownLines(session.title(last.moment.step))));
  const facts = last.event.facts ?? [];
  if (facts.length > 0) {
    parts.push(make("h3", {}, "It is computed from"), make("ul", { class: "facts-list" }, facts.map((fact) => make("li", {}, make("code", {}, shown(fact))))));
  }
  for (const transaction of last.transactions) {
    const changes = transaction.changes ?? [];
    if (changes.length > 0) parts.push(make("h3", {}, "It follows from"), changedObjects(page, changes));
  }
  return { title, parts };
}

/**
 * Returns a note about the last change of a row.
 * @param {Page} page @param {string} path @param {Row} row @returns {Child[]}
 */
function rowParts(page, path, row) {
  const last = lastView(page.session, path, row, page.moment);
  if (!last) return [];
  const text = `The row last ${MARKS[viewMark(last.event)]} at `;
  return [make("p", { class: "note" }, text, stepLink(page, last.moment), ".")];
}

/**
 * Returns the changes of objects as lists of their fields.
 * @param {Page} page @param {Change[]} changes
 */
function changedObjects(page, changes) {
  const limit = 100;
  const items = changes.slice(0, limit).map((object) => {
    const mark = object.action === "added" ? "+" : object.action === "removed" ? "-" : "~";
    return make(
      "li", {},
      markOf(mark), " ",
      whyButton(page, { about: "field", kind: object.kind, id: object.id, field: null }, shown(objectName(object))),
      objectName(object) === object.kind ? null : make("span", { class: "dim" }, ` ${shown(object.kind)}`),
      object.rule ? make("p", { class: "rule" }, make("strong", {}, "Rule: "), shown(object.rule)) : null,
      object.action === "changed" ? changeList(page, object, object.fields) : make(
        "p", { class: "dim fields" },
        object.fields.map((field) => `${shown(field.name)} ${valueText(object.action === "added" ? field.new : field.old)}`).join(" · ")));
  });
  if (changes.length > limit) items.push(make("li", {}, `and ${counted(changes.length - limit, "more object")}`));
  return make("ul", { class: "objects" }, items);
}

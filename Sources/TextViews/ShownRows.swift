/// The rows of one view: all visible rows of a list, or the single row of a label.
struct ShownRows {
  let columns: Columns
  let isList: Bool
  var fields: [Fields]
}

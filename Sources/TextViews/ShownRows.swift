/// The rows that one view shows: those of a list, or the one of a label.
struct ShownRows {
  let columns: Columns
  let isList: Bool
  var fields: [Fields]
}

/// What one view shows: the rows of a list, or the one of a label.
struct ShownRows {
  let columns: Columns
  let isList: Bool
  var fields: [Fields]
}

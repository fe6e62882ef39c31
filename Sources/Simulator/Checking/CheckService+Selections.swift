import CommandLanguage

extension CheckService {
  /// Follows a selection as a watch would, without showing its rows, until the checks begin again or end.
  ///
  /// The rows are checked like those of watches. A wrong row is reported as a row of a watch with the given name.
  ///
  /// - Parameters:
  ///   - selection: The text of the selection, which may not contain variables.
  ///   - name: The name of the watch.
  /// - Returns: A Boolean value that indicates whether the selection can be computed now.
  public func follow(_ selection: String, as name: String) -> Bool {
    guard let interpreter = simulation.interpreter,
      let selection = try? interpreter.selection(selection, variables: []),
      let schema = simulation.schema(of: selection), (try? interpreter.ids(of: selection)) != nil,
      let watch = simulation.watches.make(Watch(id: -1, name: name, selection: selection), schema)
    else { return false }
    followed.append(watch)
    return true
  }
}

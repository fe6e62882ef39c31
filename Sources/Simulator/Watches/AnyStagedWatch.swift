import CommandLanguage

/// A watch of a session, whatever the kind of its rows.
protocol AnyStagedWatch: StagedList, ScrollingItself {
  /// The watch as it was made.
  var watch: Watch { get }
  /// The bytes that its rows take, about.
  var rowByteCount: Int { get }
  /// The objects of its rows, as values.
  var rows: [Value] { get }
  /// Returns the warning about rows that are left out, once.
  func takeWarning() -> String?
}

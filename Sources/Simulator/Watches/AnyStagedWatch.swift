import CommandLanguage

/// A watch in a session, with rows of any kind.
protocol AnyStagedWatch: StagedList, ScrollingItself {
  /// The watch as it was created.
  var watch: Watch { get }
  /// The approximate size of its rows, in bytes.
  var rowByteCount: Int { get }
  /// The objects of its rows, as values.
  var rows: [Value] { get }
  /// Returns the warning about rows that are left out; `nil` if there are none or it was returned before.
  func takeWarning() -> String?
}

import CommandLanguage

/// A table of errors: each case is a row, and throwing one adds the facts.
///
///     throw TimeError.noJob(["\(id)"], notes: ["“jobs” lists the planned jobs"], argument: 0)
protocol ErrorKind: CaseIterable, RawRepresentable<String>, Sendable {
  /// The prefix of the names of all kinds, as in `history: noStep`.
  static var group: String { get }
  /// The message and its meaning.
  var message: ErrorMessage { get }
}

/// An error of a kind from a table, with its facts.
struct RaisedError<Kind: ErrorKind>: CatalogedError {
  let report: ErrorReport<Kind>
}

extension CatalogedError where Kind: ErrorKind {
  static var group: String { Kind.group }
  static func message(of kind: Kind) -> ErrorMessage { kind.message }
}

extension ErrorKind {
  /// Returns an error of this kind. The parameters are those of ``ErrorReport``.
  func callAsFunction(
    _ facts: @autoclosure @escaping @Sendable () -> [String] = [],
    notes: @autoclosure @escaping @Sendable () -> [String] = [],
    argument: Int? = nil, parameter: String? = nil, limit: String? = nil
  ) -> RaisedError<Self> {
    RaisedError(
      report: ErrorReport(
        self, facts(), notes: notes(), argument: argument, parameter: parameter,
        limit: limit))
  }

  /// Returns an error about an unknown name, which suggests the nearest known one.
  func callAsFunction(
    after facts: [String] = [], _ name: String, among known: [String], argument: Int? = nil
  ) -> RaisedError<Self> {
    RaisedError(report: .unknown(self, after: facts, name, among: known, argument: argument))
  }
}

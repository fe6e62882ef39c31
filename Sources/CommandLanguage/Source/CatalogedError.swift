import TerminalText

/// An error whose kinds are rows of a table with a code, a message and a meaning.
///
///     enum GameError: CatalogedError {
///       case cannotHeal(name: String)
///
///       enum Kind: String, CaseIterable { case cannotHeal }
///
///       static func message(of kind: Kind) -> ErrorMessage {
///         switch kind {
///         case .cannotHeal: .init("{name} is fallen and cannot be healed", "A fallen unit stays fallen.")
///         }
///       }
///
///       var report: ErrorReport<Kind> {
///         switch self {
///         case .cannotHeal(let name): .init(.cannotHeal, [Quoting.label(name)], argument: 0)
///         }
///       }
///     }
///
/// Messages, `help CODE`, coverage and tests use the rows.
public protocol CatalogedError: Explainable {
  /// The cases without their facts.
  associatedtype Kind: CaseIterable & RawRepresentable<String>

  /// The prefix of the names of all kinds, as in `history: noStep`; empty by default.
  static var group: String { get }
  /// Returns the row of a kind.
  static func message(of kind: Kind) -> ErrorMessage
  /// The kind of the error, and the facts for its message.
  var report: ErrorReport<Kind> { get }
}

/// A row of a table of messages.
public struct ErrorMessage: Sendable {
  let template: String
  let meaning: String
  let isGuard: Bool

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - template: the message, in lower case and without a full stop; each `{…}` is a placeholder for a fact.
  ///   - meaning: the meaning of the error and the remedy, in one or two sentences.
  ///   - isGuard: `true` for an error that no command can cause, because it guards against a mistake in the program or
  ///     has an external cause. Coverage doesn't count it.
  public init(_ template: String, _ meaning: String, isGuard: Bool = false) {
    self.template = template
    self.meaning = meaning
    self.isGuard = isGuard
  }

  func filled(with facts: [String]) -> String {
    var message = ""
    var rest = template[...]
    for fact in facts {
      guard let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") else {
        break
      }
      message += rest[..<open] + fact
      rest = rest[rest.index(after: close)...]
    }
    return message + rest
  }
}

/// The kind of an error, and the facts for its message, which are computed when the message is shown.
public struct ErrorReport<Kind> {
  let kind: Kind
  let limit: String?
  private let argument: Int?
  private let parameter: String?
  private let content: @Sendable () -> Content

  private typealias Content = (facts: [String], suggestion: String?, notes: [String])

  private init(
    _ kind: Kind, argument: Int?, parameter: String?, limit: String?,
    content: @escaping @Sendable () -> Content
  ) {
    self.kind = kind
    self.argument = argument
    self.parameter = parameter
    self.limit = limit
    self.content = content
  }

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - kind: the error's kind.
  ///   - facts: the texts for the placeholders of the row's template, in order.
  ///   - suggestion: the likely intended text.
  ///   - notes: more lines.
  ///   - argument: the index of the parameter whose argument is invalid; `nil` for the whole command.
  ///   - parameter: the label of that parameter, if its index is unknown.
  ///   - limit: the name of the setting whose limit was reached, if any.
  public init(
    _ kind: Kind, _ facts: @autoclosure @escaping @Sendable () -> [String] = [],
    suggestion: @autoclosure @escaping @Sendable () -> String? = nil,
    notes: @autoclosure @escaping @Sendable () -> [String] = [],
    argument: Int? = nil, parameter: String? = nil, limit: String? = nil
  ) {
    self.init(kind, argument: argument, parameter: parameter, limit: limit) {
      (facts(), suggestion(), notes())
    }
  }

  /// Returns a report of an unknown name. It suggests the nearest known name; if none is near and they are few, a note
  /// lists all of them.
  ///
  /// - Parameters:
  ///   - kind: the error's kind.
  ///   - facts: the facts before the name.
  ///   - name: the unknown name.
  ///   - known: the known names.
  ///   - argument: the index of the parameter whose argument is invalid; `nil` for the whole command.
  public static func unknown(
    _ kind: Kind, after facts: [String] = [], _ name: String, among known: [String], argument: Int? = nil
  ) -> Self {
    Self(kind, argument: argument, parameter: nil, limit: nil) {
      let word = Explanation.unknown("", name, among: known)
      return (facts + [Quoting.message(name)], word.suggestion, word.notes)
    }
  }

  func explanation(_ message: ErrorMessage, kind: String) -> Explanation {
    let content = content()
    var explanation = Explanation(
      message.filled(with: content.facts), suggestion: content.suggestion, notes: content.notes,
      argument: argument, limit: limit)
    explanation.parameter = parameter
    explanation.kind = kind
    return explanation
  }
}

extension ErrorReport: Sendable where Kind: Sendable {}

extension CatalogedError {
  public static var group: String { "" }

  /// The kind of the error.
  public var kind: Kind { report.kind }

  /// The name of the setting whose limit was reached; `nil` if the error is not about a limit.
  public var limit: String? { report.limit }

  /// The message of the error's row, filled with its facts.
  public var explanation: Explanation {
    let report = report
    return report.explanation(Self.message(of: report.kind), kind: Self.name(of: report.kind))
  }

  /// A Boolean value that indicates whether no command can cause the error.
  public var isGuard: Bool { Self.message(of: kind).isGuard }

  private static func name(of kind: Kind) -> String {
    group.isEmpty ? kind.rawValue : "\(group): \(kind.rawValue)"
  }

  private static func kinds(areGuards: Bool) -> [String] {
    Kind.allCases.filter { message(of: $0).isGuard == areGuards }.map(name)
  }

  /// The names of the kinds that commands can cause, in the order of declaration.
  public static var catalogedKinds: [String] { kinds(areGuards: false) }

  static var guardKinds: [String] { kinds(areGuards: true) }

  static var codes: [(code: String, meaning: String)] {
    Kind.allCases.map { (Explanation.code(ofKind: name(of: $0)), message(of: $0).meaning) }
  }
}

extension CatalogedError where Kind == Self {
  /// The error itself, which has no facts.
  public var report: ErrorReport<Kind> { .init(self) }
}

extension Explanation {
  /// Returns the stable code of a message: `unknown-object` for `unknownObject`, `history-too-far` for `history:
  /// tooFar`.
  static func code(ofKind kind: String) -> String {
    var code: [UInt8] = []
    var last = UInt8(ascii: "-")
    // A kind is an identifier; its bytes outside ASCII count as small letters.
    func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    func isWordPart(_ byte: UInt8) -> Bool {
      isCapital(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
    }
    for byte in kind.utf8 {
      if isWordPart(byte) {
        let isSmall = isWordPart(last) && !isCapital(last) && !(0x30...0x39).contains(last)
        if isCapital(byte) && isSmall || !isWordPart(last), !code.isEmpty { code.append(UInt8(ascii: "-")) }
        code.append(isCapital(byte) ? byte | 0x20 : byte)
      }
      last = byte
    }
    return String(decoding: code, as: UTF8.self)
  }
}

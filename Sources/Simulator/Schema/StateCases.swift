/// An enumeration with associated values that can be a field and an argument of a command.
///
///     enum Progress { case idle, active, failure(String) }
///
///     extension Progress: StateCases {
///       static let cases: [StateCase<Progress>] = [
///         StateCase("idle", .idle), StateCase("active", .active),
///         StateCase("failure", Progress.failure) { if case .failure(let reason) = $0 { reason } else { nil } },
///       ]
///     }
///
/// Its text is the name of the case followed by the associated value: `failure: no answer`. A command takes it as
/// `failure "no answer"`. The name of a case is a single word without a colon, and no case may contain its own
/// enumeration.
public protocol StateCases: AssociatedValue, FieldCodable, CustomStringConvertible {
  /// The cases, in the order in which help and completion list them.
  static var cases: [StateCase<Self>] { get }
}

/// One case of an enumeration, and its associated value.
public struct StateCase<State: Hashable & Sendable>: Sendable {
  /// The name of the case.
  public let name: String
  /// Earlier names of the case.
  public let formerNames: [String]
  /// A closure that returns the type of the word that must follow the name and the given words; `nil` if they are
  /// complete.
  @usableFromInline let argument: @Sendable (ArraySlice<String>) -> ValueType?
  @usableFromInline let read: @Sendable (ArraySlice<String>) throws(StateCaseError) -> State
  @usableFromInline let text: @Sendable (State) -> String?
  /// A closure that returns the present words of the associated value, by former word.
  @usableFromInline let formerContents: @Sendable () -> [String: String]

  // Inlinable and with plain loops, like all code that reads cases when a program starts: see ``Field``.

  /// Creates a case without an associated value.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - state: The value of the case.
  ///   - formerly: Earlier names, which older data may still use.
  @inlinable
  public init(_ name: String, _ state: State, formerly: String...) {
    self.name = name
    formerNames = formerly
    argument = { _ in nil }
    read = { (words) throws(StateCaseError) in
      if let word = words.first { throw .surplus(word: word, behind: name, isText: false) }
      return state
    }
    text = { $0 == state ? name : nil }
    formerContents = { [:] }
  }

  /// Creates a case with an associated value.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - make: Creates the case from its associated value, such as `Progress.failure`.
  ///   - value: Returns the associated value of this case; `nil` for other cases.
  ///   - formerly: Earlier names, which older data may still use.
  @inlinable
  public init<Content: AssociatedValue>(
    _ name: String, _ make: @escaping @Sendable (Content) -> State,
    _ value: @escaping @Sendable (State) -> Content?, formerly: String...
  ) {
    self.name = name
    formerNames = formerly
    argument = Content.argument
    read = { (words) throws(StateCaseError) in make(try Content(words: words)) }
    let separator = Content.argument(after: []) == .text ? ": " : " "
    text = { value($0).map { "\(name)\(separator)\($0)" } }
    formerContents = { (Content.self as? any FieldCodable.Type)?.formerWords ?? [:] }
  }
}

extension StateCases {
  @inlinable
  public static func argument(after words: ArraySlice<String>) -> ValueType? {
    guard let name = words.first else { return .word(caseNames) }
    for state in cases where state.name == name { return state.argument(words.dropFirst()) }
    return nil
  }

  @inlinable
  public init(words: ArraySlice<String>) throws(StateCaseError) {
    guard let word = words.first else { throw .missing(.word(Self.caseNames)) }
    for state in Self.cases where state.name == word {
      self = try state.read(words.dropFirst())
      return
    }
    throw .unknown(word: word, .word(Self.caseNames))
  }

  @inlinable static var caseNames: [String] {
    var names: [String] = []
    for state in cases { names.append(state.name) }
    return names
  }

  @inlinable public static var fieldType: ValueType { .form(StateForms(forms(after: []))) }

  /// The present names of cases by former name, and for words of associated values the present texts by former text:
  /// `waiting crew` is now `waiting staff`.
  public static var formerWords: [String: String] {
    var words: [String: String] = [:]
    for state in cases {
      for former in state.formerNames { words[former] = state.name }
      for (former, present) in state.formerContents() {
        for name in [state.name] + state.formerNames {
          words["\(name) \(former)"] = "\(state.name) \(present)"
        }
      }
    }
    return words
  }

  /// Returns all texts that can follow some words.
  @inlinable
  static func forms(after words: [String]) -> [String] {
    guard let argument = argument(after: words[...]) else { return [""] }
    if let placeholder = argument.placeholder { return [(argument == .text ? ": " : " ") + placeholder] }
    let space = words.isEmpty ? "" : " "
    var texts: [String] = []
    for word in argument.words {
      for form in forms(after: words + [word]) { texts.append(space + word + form) }
    }
    return texts
  }

  public var fieldValue: Value { .word(description) }

  public init?(fieldValue: Value) {
    guard let text = String(fieldValue: fieldValue) else { return nil }
    guard let state = try? Self(words: Self.words(of: text)[...]) else { return nil }
    self = state
  }

  @inlinable public var description: String {
    for state in Self.cases {
      if let text = state.text(self) { return text }
    }
    return ""
  }

  private static func words(of text: String) -> [String] {
    // Names have no colon, so the first one precedes the text.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return text.split(separator: " ").map(String.init)
    }
    let rest = text.utf8[colon...].dropFirst(2)
    return text[..<colon].split(separator: " ").map(String.init) + [String(decoding: rest, as: UTF8.self)]
  }
}

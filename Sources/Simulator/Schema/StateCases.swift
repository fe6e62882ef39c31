/// An enumeration whose cases carry values, as a field has it and a command sets it.
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
/// Its text, in a field and wherever it is shown, is the name of the case and what it carries, `failure: no answer`;
/// it is typed as `failure "no answer"`. Names are single words without a colon, and no case carries its own enumeration.
public protocol StateCases: AssociatedValue, FieldCodable, CustomStringConvertible {
  /// The cases, in the order in which help and completion list them.
  static var cases: [StateCase<Self>] { get }
}

/// One case of an enumeration, and what it carries.
public struct StateCase<State: Hashable & Sendable>: Sendable {
  /// The word that stands for it.
  public let name: String
  /// Words that stood for it before.
  public let formerNames: [String]
  /// Returns the type of the word that must follow the name and these words.
  @usableFromInline let argument: @Sendable (ArraySlice<String>) -> ValueType?
  @usableFromInline let read: @Sendable (ArraySlice<String>) throws(StateCaseError) -> State
  /// The text of a state of this case; `nil` for the other cases.
  @usableFromInline let text: @Sendable (State) -> String?

  // Inlinable, as all that reads cases at a program's start, and in plain loops: see ``Field``.

  /// A case that carries nothing.
  ///
  /// - Parameters:
  ///   - name: the word that stands for it.
  ///   - state: the case.
  ///   - formerly: words that stood for it before, under which older data still has it.
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
  }

  /// A case that carries a value.
  ///
  /// - Parameters:
  ///   - name: the word that stands for it.
  ///   - make: the case with a value, such as `Progress.failure`.
  ///   - value: what a state of this case carries; `nil` for the other cases.
  ///   - formerly: words that stood for it before, under which older data still has it.
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

  @inlinable public static var fieldType: ValueType { .form(forms(after: [])) }

  public static var formerWords: [String: String] {
    var words: [String: String] = [:]
    for state in cases {
      for former in state.formerNames { words[former] = state.name }
    }
    return words
  }

  /// The texts that there are, behind some words.
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

  /// The words of what ``description`` writes.
  private static func words(of text: String) -> [String] {
    // Names have no colon, so the first one stands before the text.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return text.split(separator: " ").map(String.init)
    }
    let rest = text.utf8[colon...].dropFirst(2)
    return text[..<colon].split(separator: " ").map(String.init) + [String(decoding: rest, as: UTF8.self)]
  }
}

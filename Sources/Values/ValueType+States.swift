/// The texts that a state can have: `idle`, `ready true`, `failure: TEXT`.
public final class StateForms: Sendable {
  /// The forms, in order. `TEXT` means any text, `NUMBER` a number and `DURATION` a duration.
  public let texts: [String]
  let cases: [(name: String, content: ValueType?)]

  /// Creates the forms of a state from their texts.
  public init(_ texts: [String]) {
    self.texts = texts
    var names: [String] = []
    for text in texts {
      let name = ValueType.caseName(of: text)
      if !names.contains(name) { names.append(name) }
    }
    cases = names.map { ($0, Self.content(ofCase: $0, in: texts)) }
  }

  private static func content(ofCase name: String, in texts: [String]) -> ValueType? {
    var contents: [String] = []
    for text in texts where text != name && ValueType.isCase(name, of: text) {
      let rest = text.utf8.dropFirst(name.utf8.count)
      if rest.elementsEqual(": TEXT".utf8) { return .text }
      contents.append(String(Substring(rest.dropFirst())))
    }
    switch contents {
    case []: return nil
    case ["NUMBER"]: return .decimal
    case ["DURATION"]: return .duration
    case ["true", "false"]: return .truth
    default:
      let areWords = contents.allSatisfy { ValueType.caseName(of: $0) == $0 }
      return areWords ? .word(contents) : .form(StateForms(contents))
    }
  }
}

// States are enumerations whose cases can have associated values. In expressions, a state is a text in one of the forms
// of its type.
extension ValueType {
  /// The names of the cases of a state, or the words of a word type.
  public var caseNames: [String] {
    switch wrapped {
    case .word(let words): words
    case .form(let forms): forms.cases.map(\.name)
    default: []
    }
  }

  /// The names of the cases with an associated value.
  public var payloadCaseNames: [String] { caseNames.filter { content(ofCase: $0) != nil } }

  /// The words that associated values can be, in order.
  public var payloadWords: [String] { caseNames.flatMap { content(ofCase: $0)?.words ?? [] } }

  /// Returns the type of a case's associated value; `nil` if it has none, or if there is no such case.
  public func content(ofCase name: String) -> ValueType? {
    guard case .form(let forms) = wrapped else { return nil }
    return forms.cases.first { $0.name == name }?.content
  }

  /// Returns the associated value of a state as expressions read it; `nil` for a state of another case.
  ///
  /// The receiver is the type of the associated value, as `content(ofCase:)` returns it.
  public func content(of text: String, ofCase name: String) -> Value? {
    guard Self.isCase(name, of: text) else { return nil }
    let rest = text.utf8.dropFirst(name.utf8.count)
    if self == .text { return .text(String(Substring(rest.dropFirst(2)))) }
    let word = String(Substring(rest.dropFirst()))
    switch self {
    case .truth: return .truth(word == "true")
    case .form: return .text(word)
    default: return value(typed: word)?.evaluated
    }
  }

  /// Returns the name of the case in a state's text: `failure` for `failure: no answer`.
  public static func caseName(of text: String) -> String {
    String(Substring(text.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ":") }))
  }

  /// Returns a Boolean value that indicates whether the text of a state belongs to a case. A word is a state whose case
  /// has no associated value.
  public static func isCase(_ name: String, of text: String) -> Bool {
    guard text.utf8.starts(with: name.utf8) else { return false }
    let rest = text.utf8.dropFirst(name.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.starts(with: ": ".utf8)
  }
}

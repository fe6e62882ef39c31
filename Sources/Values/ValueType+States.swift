// The cases of an enumeration whose cases carry values: in expressions a state is the text of one of the forms of its type.
extension ValueType {
  /// The names of the cases of a state's type, and the words of a word's.
  public var caseNames: [String] {
    switch wrapped {
    case .word(let words): return words
    case .form(let forms):
      var names: [String] = []
      for form in forms {
        let name = Self.caseName(of: form)
        if !names.contains(name) { names.append(name) }
      }
      return names
    default: return []
    }
  }

  /// The names of the cases that carry something.
  public var namesOfCarryingCases: [String] { caseNames.filter { content(ofCase: $0) != nil } }

  /// The words that cases carry, in their order.
  public var carriedWords: [String] { caseNames.flatMap { content(ofCase: $0)?.words ?? [] } }

  /// The type of the value that a case carries; `nil` for a case that carries nothing, and for no case.
  public func content(ofCase name: String) -> ValueType? {
    guard case .form(let forms) = wrapped else { return nil }
    var contents: [String] = []
    for form in forms where form != name && Self.caseName(of: form) == name {
      let rest = form.dropFirst(name.count)
      if rest == ": TEXT" { return .text }
      contents.append(String(rest.dropFirst()))
    }
    switch contents {
    case []: return nil
    case ["NUMBER"]: return .decimal
    case ["DURATION"]: return .duration
    case ["true", "false"]: return .truth
    default:
      return contents.allSatisfy { Self.caseName(of: $0) == $0 } ? .word(contents) : .form(contents)
    }
  }

  /// The value that a state carries, as expressions have it; `nil` for a state of another case.
  public func content(ofCase name: String, in text: String) -> Value? {
    guard let type = content(ofCase: name), Self.isCase(name, of: text) else { return nil }
    let rest = text.dropFirst(name.count)
    if type == .text { return .text(String(rest.dropFirst(2))) }
    let word = String(rest.dropFirst())
    switch type {
    case .truth: return .truth(word == "true")
    case .form: return .text(word)
    default: return type.value(typed: word)?.evaluated
    }
  }

  /// The name of the case of a state's text: `failure` of `failure: no answer`.
  public static func caseName(of text: String) -> String {
    String(text.prefix { $0 != " " && $0 != ":" })
  }

  /// Returns a Boolean value that indicates whether the text of a state is one of a case; whether a word is another one.
  public static func isCase(_ name: String, of text: String) -> Bool {
    text == name || text.hasPrefix(name) && (text.hasPrefix(name + ": ") || text.hasPrefix(name + " "))
  }
}

// States are enumerations whose cases can have associated values. In expressions, a state is a text in one of the forms of its type.
extension ValueType {
  /// The names of the cases of a state, or the words of a word type.
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

  /// The names of the cases with an associated value.
  public var namesOfCarryingCases: [String] { caseNames.filter { content(ofCase: $0) != nil } }

  /// The words that associated values can be, in order.
  public var carriedWords: [String] { caseNames.flatMap { content(ofCase: $0)?.words ?? [] } }

  /// Returns the type of a case's associated value; `nil` if it has none, or if there is no such case.
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

  /// Returns the associated value of a state as expressions have it; `nil` for a state of another case.
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

  /// Returns the name of the case in a state's text: `failure` for `failure: no answer`.
  public static func caseName(of text: String) -> String {
    String(text.prefix { $0 != " " && $0 != ":" })
  }

  /// Returns a Boolean value that indicates whether a state has a case, or a word equals another one.
  public static func isCase(_ name: String, of text: String) -> Bool {
    text == name || text.hasPrefix(name) && (text.hasPrefix(name + ": ") || text.hasPrefix(name + " "))
  }
}

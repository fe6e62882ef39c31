/// An error that is one of a known few, so that it can be counted which of them a session has reported.
///
/// The language's own errors are such, and a host's may be; `CommandUsage.diagnostics` names them by kind.
public protocol CountedError: Explainable {
  /// The cases without what they are about.
  associatedtype Kind: CaseIterable & RawRepresentable<String>
  /// Which case the error is.
  var kind: Kind { get }
  /// What the error says; `explanation` adds the kind and the limit.
  var prose: Explanation { get }
  /// The limit that was reached, by the name of its setting; `nil`, as it is if left out, when it is about none.
  var limit: String? { get }
  /// What a kind means and what to do about it, in a sentence or two: what `help` says of its code.
  static func meaning(of kind: Kind) -> String
  /// Kinds that no command brings about, whatever its text: they guard against a mistake of the program's,
  /// or come from outside.
  static var guards: [Kind] { get }
}

extension CountedError {
  public static var guards: [Kind] { [] }

  public static func meaning(of kind: Kind) -> String { "" }

  public var limit: String? { nil }

  /// The prose with the limit, and the name of the kind, by which usage is counted.
  public var explanation: Explanation {
    var explanation = prose
    explanation.kind = kind.rawValue
    explanation.limit = limit
    return explanation
  }

  /// The names of the kinds that commands can bring about, in the order of their declaration.
  public static var countedKinds: [String] {
    let guards = guardKinds
    return Kind.allCases.map(\.rawValue).filter { !guards.contains($0) }
  }

  static var guardKinds: [String] { guards.map(\.rawValue) }

  /// The codes of its kinds with what they mean, in the order of their declaration.
  static var codes: [(code: String, meaning: String)] {
    Kind.allCases.map { (Explanation.code(ofKind: $0.rawValue), meaning(of: $0)) }
  }
}

extension Explanation {
  /// The stable short name of a message: `unknown-object` of the kind `unknownObject`, `history-too-far` of
  /// `history: tooFar`.
  static func code(ofKind kind: String) -> String {
    var code = ""
    var last: Character = "-"
    for character in kind {
      let isWordCharacter = character.isLetter || character.isNumber
      if isWordCharacter {
        let beginsWord = character.isUppercase && last.isLowercase || !(last.isLetter || last.isNumber)
        if beginsWord, !code.isEmpty { code += "-" }
        code += character.lowercased()
      }
      last = character
    }
    return code
  }
}

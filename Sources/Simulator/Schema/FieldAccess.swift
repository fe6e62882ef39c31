import CommandLanguage
import TerminalText

/// The commands that may write a field, or add, change and remove the objects of a kind.
///
///     Field("hp", \.hp, in: 0...9_999).access(.commandsOnly("hp", "attack", "heal"))
public struct FieldAccess: Sendable, Equatable {
  enum Level: Sendable { case anyone, commands, nobody }

  let level: Level
  let commands: [String]

  /// The rule that every command may write, including the standard commands `add`, `change` and `remove`.
  public static let anyone = FieldAccess(level: .anyone, commands: [])
  /// The rule that a field keeps its initial value, or that `add`, `change` and `remove` do not apply to a kind's
  /// objects.
  public static let readOnly = FieldAccess(level: .nobody, commands: [])

  /// Returns the rule that only the world's own commands may write.
  ///
  /// - Parameter names: The names of the commands that write, which errors and help list.
  public static func commandsOnly(_ names: String...) -> FieldAccess {
    FieldAccess(level: .commands, commands: names)
  }

  /// A Boolean value that indicates whether `add`, `change` and `remove` may write.
  var isForAnyone: Bool { level == .anyone }

  /// Returns a Boolean value that indicates whether `add` or `change` may set a field of an object.
  func allowsSetting(ofNewObject isNew: Bool) -> Bool { isForAnyone || isNew && level == .nobody }

  /// The rule in words, for help.
  var text: String? {
    switch level {
    case .anyone: nil
    case .commands: commands.isEmpty ? "set by commands" : "set by \(commands.joined(separator: ", "))"
    case .nobody: "read only"
    }
  }
}

extension Field {
  /// Returns the field with an access rule.
  public func access(_ access: FieldAccess) -> Field {
    var field = self
    field.storedAccess = access
    guard access.level == .nobody else { return field }
    let (isSame, rule) = (isSame, rule)
    field.rule = { before, after in
      if let before, !isSame(before, after) { return .refused(why: "it is read only") }
      return rule?(before, after)
    }
    return field
  }

  /// Returns the field with a guard: a rule for its changes that may read the object and the world. It is checked at
  /// every commit.
  ///
  ///     Field("column", \.column, next: [.todo: [.doing], .doing: [.done]]).guarded { world, _, card in
  ///       card.column == .doing && card.owner == nil ? "nobody works on it" : nil
  ///     }
  ///
  /// - Parameter problem: Returns the reason why the new value is refused, in lower case; `nil` if it is allowed. It is
  ///   called if the field's value changes, and for a new object, whose old value is `nil`.
  public func guarded(
    _ problem: @escaping @Sendable (_ world: Simulation, _ old: Object?, _ new: Object) -> String?
  ) -> Field {
    var field = self
    field.guardOfChanges = problem
    return field
  }
}

/// The errors of commands that write without access.
enum AccessError: String, ErrorKind {
  case field, kind

  static let group = "access"

  var message: ErrorMessage {
    switch self {
    case .field:
      .init(
        "this command may not set “{field}” of {object}",
        "Only the world's own commands may set this field, so that its rules hold. The error names them.")
    case .kind:
      .init(
        "this command may not {verb} {objects}",
        "Only the world's own commands may add, change and remove objects of this kind. The error names them."
      )
    }
  }

  static func notes(_ access: FieldAccess) -> [String] {
    switch access.level {
    case .anyone: []
    case .commands:
      access.commands.isEmpty
        ? ["only commands of the world can do that"]
        : ["use \(English.choice(access.commands.map { "“\($0)”" }))"]
    case .nobody: ["it is read only"]
    }
  }
}

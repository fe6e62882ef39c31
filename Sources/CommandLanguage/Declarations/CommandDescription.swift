/// The description of a command, for help, the manual page and coverage.
public struct CommandDescription: Sendable {
  /// The first word of the command, by which it is called.
  public var name: String
  /// Names that it had before.
  public var formerNames: [String] = []
  /// One line about the command, as help lists it.
  public var summary: String
  /// The parameters in the order of their declaration, options among them.
  public var parameters: [ParameterInfo]
  /// The topic under which help lists the command; empty means “commands”.
  public var topic = ""
  /// The text of `help NAME` after the summary; may have several lines.
  public var help: String { makeHelp() }
  /// Makes the text, which help alone asks for.
  var makeHelp: @Sendable () -> String = { "" }
  /// Lines that `help NAME` shows as examples, each a command as somebody would type it: of the first variant that has
  /// some, where the command itself is declared with none.
  public var examples: [String] {
    get { ownExamples.isEmpty ? variants.lazy.map { $0.examples }.first { !$0.isEmpty } ?? [] : ownExamples }
    set { ownExamples = newValue }
  }
  private var ownExamples: [String] = []
  /// The names of the rules of its host that may refuse the command, as part of what it does.
  public var refusals: [String] = []
  /// The traits of the command for drivers.
  public var traits: CommandTraits = []
  /// The command as it is for single kinds of objects.
  public var variants: [CommandVariant] { makeVariants() }
  /// Makes the variants, which help alone asks for.
  var makeVariants: @Sendable () -> [CommandVariant] = { [] }

  @usableFromInline init(name: String, summary: String, parameters: [ParameterInfo]) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
  }

  /// `status UNIT STATUS`.
  public var usage: String {
    parameters.reduce(name) { $0 + " " + $1.usage }
  }

  /// The parameters that are told by their places.
  var positional: [ParameterInfo] { parameters.filter { $0.option == nil } }

  /// The grammar of the command's words.
  var grammar: CommandGrammar {
    let slots = positional.map { parameter in
      CommandGrammar.Slot(
        shape: parameter.shape, isAssigned: parameter.isAssigned, introduction: parameter.introduction,
        isRepeated: parameter.occurrence == .repeated, leastCount: parameter.neededCount,
        takesProperties: parameter.takesProperties, readWord: parameter.readWord)
    }
    return CommandGrammar(slots: slots, hasOptions: slots.count < parameters.count, usage: usage)
  }
}

/// The traits of a command for drivers and hosts. Hosts add their own from bit 8 on.
public struct CommandTraits: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Not listed by help and not completed.
  public static let hidden = CommandTraits(rawValue: 1)
  /// `CommandHost.perform` does not wrap it: it asks only, or sees to its own transactions (`undo`).
  public static let direct = CommandTraits(rawValue: 2)
  /// Reaches nothing but the world: no file, program or network.
  public static let contained = CommandTraits(rawValue: 4)
  /// Belongs to the sitting and not to what is done in it: no record of the session keeps it.
  public static let unrecorded = CommandTraits(rawValue: 8)
  /// Its condition may ask for values before a command: completion offers `old(…)`.
  public static let comparing = CommandTraits(rawValue: 16)
}

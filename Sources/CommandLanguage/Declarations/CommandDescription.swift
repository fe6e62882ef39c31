/// The description of a command, for help, the manual page and coverage.
public struct CommandDescription: Sendable {
  /// The first word of the command.
  public var name: String
  /// The former names of the command.
  public var formerNames: [String] = []
  /// A one-line description of the command, for help.
  public var summary: String
  /// The parameters in the order of declaration, including options.
  public var parameters: [ParameterInfo]
  /// The topic under which help lists the command; empty means “commands”.
  public var topic = ""
  /// The text that `help NAME` shows after the summary; may have several lines.
  public var help: String { makeHelp() }
  /// Returns the help text. Called only by help.
  var makeHelp: @Sendable () -> String = { "" }
  /// The example lines that `help NAME` shows; by default those of the first variant that has any.
  public var examples: [String] {
    get { ownExamples.isEmpty ? variants.lazy.map { $0.examples }.first { !$0.isEmpty } ?? [] : ownExamples }
    set { ownExamples = newValue }
  }
  private var ownExamples: [String] = []
  /// The names of the host's rules that can refuse the command.
  public var refusals: [String] = []
  /// The traits of the command for drivers.
  public var traits: CommandTraits = []
  /// The variants of the command for single kinds of objects.
  public var variants: [CommandVariant] { makeVariants() }
  /// Returns the variants. Called only by help.
  var makeVariants: @Sendable () -> [CommandVariant] = { [] }

  @usableFromInline init(name: String, summary: String, parameters: [ParameterInfo]) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
  }

  /// The usage line, such as `status UNIT STATUS`.
  public var usage: String {
    parameters.reduce(name) { $0 + " " + $1.usage }
  }

  var positional: [ParameterInfo] { parameters.filter { $0.option == nil } }

  var grammar: CommandGrammar {
    let positional = positional
    return CommandGrammar(slots: positional, hasOptions: positional.count < parameters.count, usage: usage)
  }
}

/// A variant of a command for one kind of object, for help: `help change card`.
public struct CommandVariant: Sendable {
  /// The word after the command's name that selects the variant: `card`.
  public var name: String
  /// The usage line.
  public var usage: String
  /// The options, with descriptions of their possible values.
  public var options: [(name: String, text: String)]
  /// Example lines.
  public var examples: [String]

  /// Creates a variant with its help.
  public init(
    _ name: String, usage: String, options: [(name: String, text: String)] = [], examples: [String] = []
  ) {
    self.name = name
    self.usage = usage
    self.options = options
    self.examples = examples
  }
}

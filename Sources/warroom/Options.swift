import Scenarios
import TerminalText

/// What the command line asks for; the program switches on it.
enum Invocation: Sendable {
  case prompt(Settings)
  /// Scripts in their order; `-` is standard input.
  case run(files: [FilePath], Settings)
  /// The paths are in `settings.replay.paths`, too.
  case replay(Settings)
  case record(file: FilePath, Settings)
  /// A text for standard output.
  case help(String)
  case version
  /// A text for standard error; the program exits with 2.
  case misuse(String)
}

/// What the options say.
struct Settings: Sendable {
  /// Colour as asked for, or by what the output is.
  var colour = ColourChoice.auto
  /// Where random numbers begin.
  var seed: UInt64?
  /// Whether a script goes on after a failed command.
  var keepsGoing = false
  /// Whether a replay goes on with what is saved.
  var watches = false
  /// How many scenarios run at a time; as many as there are processors when `nil`.
  var jobs: Int?
  var replay = ReplayOptions()

  enum ColourChoice: String, Sendable, CaseIterable {
    case auto, always, never
  }
}

/// One option, declared once: how it is written, what help says of it, and what it does.
///
/// Parsing, usage and help all read this value.
struct OptionDeclaration: Sendable {
  enum Effect: Sendable {
    /// Shows the help of the subcommand.
    case help
    /// Shows the version.
    case version
    case flag(@Sendable (inout Settings) -> Void)
    /// Takes a value, shown as `name`; returns what a value has to be when this one is not.
    case value(name: String, @Sendable (inout Settings, String) -> String?)
  }

  let long: String
  let short: Unicode.Scalar?
  let help: String
  let effect: Effect

  /// The name of its value, if it takes one.
  var valueName: String? {
    if case .value(let name, _) = effect { name } else { nil }
  }

  static func flag(
    _ long: String, _ short: Unicode.Scalar? = nil, _ help: String,
    _ set: @escaping @Sendable (inout Settings) -> Void
  ) -> OptionDeclaration {
    OptionDeclaration(long: long, short: short, help: help, effect: .flag(set))
  }

  static func value(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout Settings, String) -> String?
  ) -> OptionDeclaration {
    OptionDeclaration(long: long, short: short, help: help, effect: .value(name: name, set))
  }

  /// A value that is a whole number within `range`.
  static func number<Number: FixedWidthInteger & SendableMetatype & Sendable>(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    in range: ClosedRange<Number>, _ set: @escaping @Sendable (inout Settings, Number) -> Void
  ) -> OptionDeclaration {
    .value(long, short, name, help) { settings, text in
      guard let number = DecimalReader.integer(text.utf8.span, as: Number.self), range.contains(number) else {
        return "a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
      set(&settings, number)
      return nil
    }
  }
}

/// One way to call the program, declared once.
struct Subcommand: Sendable {
  /// The word that chooses it; empty for the prompt, which needs none.
  let name: String
  let summary: String
  /// How its operands are shown, such as `FILE…`.
  let operands: String
  /// How many operands it takes.
  let operandCount: ClosedRange<Int>
  let options: [OptionDeclaration]
  /// Puts the operands with the settings; there are as many as `operandCount` says.
  let invocation: @Sendable ([FilePath], Settings) -> Invocation
}

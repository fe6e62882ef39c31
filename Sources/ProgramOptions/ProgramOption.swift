import TerminalText

/// One option of a program, declared once: how it is written, what help says of it, and what it does.
///
/// Reading, usage and help all read this value. `Settings` is what the program makes of its command line.
public struct ProgramOption<Settings: Sendable>: Sendable {
  enum Effect: Sendable {
    /// Shows the help of the subcommand.
    case help
    /// Shows the program's version.
    case version
    /// Writes what is made of the declarations: a manual page, or a shell's completions.
    case generate
    case flag(@Sendable (inout Settings) -> Void)
    /// Takes a value, shown as `name`; returns what a value has to be when this one is not.
    case value(name: String, @Sendable (inout Settings, [UInt8]) -> String?)
  }

  /// As in `--long`.
  public let long: String
  /// As in `-s`; an ASCII letter.
  public let short: Unicode.Scalar?
  /// The effect of the option, in a few words without a full stop.
  public let help: String
  let effect: Effect

  /// A Boolean value that indicates whether it writes something about the whole program.
  var isAboutProgram: Bool { if case .generate = effect { true } else { false } }

  /// The name of its value, if it takes one.
  public var valueName: String? {
    switch effect {
    case .value(let name, _): name
    case .generate: "KIND"
    case .help, .version, .flag: nil
    }
  }

  /// An option without a value.
  public static func flag(
    _ long: String, _ short: Unicode.Scalar? = nil, _ help: String,
    _ set: @escaping @Sendable (inout Settings) -> Void
  ) -> ProgramOption {
    ProgramOption(long: long, short: short, help: help, effect: .flag(set))
  }

  /// An option with a value that is any bytes, such as a path.
  ///
  /// - Parameters:
  ///   - long: as in `--long`.
  ///   - short: as in `-s`; an ASCII letter.
  ///   - name: how help shows the value, such as `FILE`.
  ///   - help: what it does, in a few words without a full stop.
  ///   - set: returns what a value has to be (`a whole number`) when this one is not, and `nil` otherwise.
  public static func bytes(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout Settings, [UInt8]) -> String?
  ) -> ProgramOption {
    ProgramOption(long: long, short: short, help: help, effect: .value(name: name, set))
  }

  /// An option with a value that is a text; bytes that are no UTF-8 are repaired.
  public static func value(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout Settings, String) -> String?
  ) -> ProgramOption {
    .bytes(long, short, name, help) { set(&$0, String(decoding: $1, as: UTF8.self)) }
  }

  /// An option with a value that is a whole number within `range`, written in decimal digits alone.
  public static func number<Number: FixedWidthInteger & SendableMetatype & Sendable>(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    in range: ClosedRange<Number>, _ set: @escaping @Sendable (inout Settings, Number) -> Void
  ) -> ProgramOption {
    .bytes(long, short, name, help) { settings, bytes in
      guard let number = DecimalReader.integer(bytes.span, as: Number.self), range.contains(number) else {
        return "a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
      set(&settings, number)
      return nil
    }
  }

  static var helpAndVersion: [ProgramOption] {
    [
      ProgramOption(long: "help", short: "h", help: "Show this help and exit", effect: .help),
      ProgramOption(long: "version", short: "V", help: "Show the version and exit", effect: .version),
      ProgramOption(
        long: "generate", short: nil,
        help: "Write a page for man, or completions for bash, zsh or fish, and exit",
        effect: .generate),
    ]
  }
}

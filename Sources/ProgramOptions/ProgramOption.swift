import TerminalText

/// An option of a program, with its names, its help and its effect.
///
/// Parsing, usage and help all use this value. `Settings` is the program's type of settings.
public struct ProgramOption<Settings: Sendable>: Sendable {
  enum Effect: Sendable {
    case help
    case version
    /// Writes a text that is generated from the declarations: a manual page, or completions for a shell.
    case generate
    case flag(@Sendable (inout Settings) -> Void)
    /// Sets a value, which the help shows as `name`. If the value is not valid, the closure returns a description of
    /// valid values.
    case value(name: String, @Sendable (inout Settings, [UInt8]) -> String?)
  }

  /// The long name, as in `--long`.
  public let long: String
  /// The short name, as in `-s`, which is an ASCII letter; `nil` for none.
  public let short: Unicode.Scalar?
  /// The effect of the option, in a few words without a full stop.
  public let help: String
  private(set) var effect: Effect
  /// The words that completion offers as the option's value. If there are none, completion offers file names.
  public private(set) var choices: [String] = []

  /// A Boolean value that indicates whether the option writes a text about the whole program.
  var isAboutProgram: Bool { if case .generate = effect { true } else { false } }

  /// The name of the option's value; `nil` if it takes no value.
  public var valueName: String? {
    switch effect {
    case .value(let name, _): name
    case .generate: "KIND"
    case .help, .version, .flag: nil
    }
  }

  /// Returns the option with a closure that is called whenever the option is given, with its long name.
  public func noting(_ note: @escaping @Sendable (inout Settings, _ name: String) -> Void) -> ProgramOption {
    var option = self
    let name = long
    switch effect {
    case .flag(let set):
      option.effect = .flag {
        note(&$0, name)
        set(&$0)
      }
    case .value(let valueName, let set):
      option.effect = .value(name: valueName) {
        note(&$0, name)
        return set(&$0, $1)
      }
    case .help, .version, .generate: break
    }
    return option
  }

  /// Returns the option with words that completion offers as its value.
  public func suggesting(_ choices: [String]) -> ProgramOption {
    var option = self
    option.choices = choices
    return option
  }

  /// Returns an option without a value.
  public static func flag(
    _ long: String, _ short: Unicode.Scalar? = nil, _ help: String,
    _ set: @escaping @Sendable (inout Settings) -> Void
  ) -> ProgramOption {
    ProgramOption(long: long, short: short, help: help, effect: .flag(set))
  }

  /// Returns an option with any bytes as its value, such as a path.
  ///
  /// - Parameters:
  ///   - long: the long name, as in `--long`.
  ///   - short: the short name, as in `-s`, which is an ASCII letter.
  ///   - name: the name of the value in help, such as `FILE`.
  ///   - help: the effect of the option, in a few words without a full stop.
  ///   - set: sets the value. Returns a description of valid values, such as `a whole number`, if the value is not
  ///     valid, and `nil` otherwise.
  public static func bytes(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout Settings, [UInt8]) -> String?
  ) -> ProgramOption {
    ProgramOption(long: long, short: short, help: help, effect: .value(name: name, set))
  }

  /// Returns an option with a text as its value. Malformed UTF-8 is repaired.
  public static func value(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout Settings, String) -> String?
  ) -> ProgramOption {
    .bytes(long, short, name, help) { set(&$0, String(decoding: $1, as: UTF8.self)) }
  }

  /// Returns an option with a text as its value, which is always valid. Malformed UTF-8 is repaired.
  public static func text(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout Settings, String) -> Void
  ) -> ProgramOption {
    .value(long, short, name, help) {
      set(&$0, $1)
      return nil
    }
  }

  /// Returns an option with a whole number within `range` as its value, written in decimal digits.
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
        effect: .generate
      ).suggesting(GeneratedText.allCases.map(\.rawValue)),
    ]
  }
}

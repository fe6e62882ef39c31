import TerminalText

/// A text to try as an argument.
public struct ArgumentTrial: Sendable, Equatable {
  /// The text as it is typed, quoted if the language requires it.
  public var text: String
  /// A Boolean value that indicates whether the argument is expected to be refused, such as an unknown name or a number
  /// out of range.
  public var isExpectedToFail: Bool

  /// Creates an argument to try, which is expected to be accepted unless `isExpectedToFail` is `true`.
  public init(_ text: String, isExpectedToFail: Bool = false) {
    self.text = text
    self.isExpectedToFail = isExpectedToFail
  }
}

/// The numbers and texts of conditions, which are worth trying as arguments of commands that may satisfy or violate the
/// conditions.
public struct TrialConstants: Sendable {
  /// The distinct whole numbers.
  public private(set) var numbers: [Int] = []
  /// The whole numbers with their neighbours.
  private(set) var nearNumbers: [Int] = []
  private(set) var texts: [String] = []

  /// Collects the whole numbers, and the texts without escapes, in conditions.
  public init(of conditions: [String] = []) {
    for condition in conditions {
      for digits in condition.utf8.split(whereSeparator: { !(0x30...0x39).contains($0) }) {
        guard let number = Int(String(decoding: digits, as: UTF8.self)), !numbers.contains(number) else {
          continue
        }
        numbers.append(number)
        for near in [number, number &- 1, number &+ 1] where !nearNumbers.contains(near) {
          nearNumbers.append(near)
        }
      }
      // The parts between quotes alternate with those outside.
      for (index, part) in condition.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 && !part.isEmpty && !part.contains("\\") && !texts.contains(String(part)) {
        texts.append(String(part))
      }
    }
  }
}

extension CommandSession {
  /// Returns the arguments to try in the current state, the simplest first and those expected to be refused last.
  ///
  /// The arguments follow from the parameter's declaration. A block has none.
  ///
  /// - Parameters:
  ///   - info: the declaration of the argument.
  ///   - arguments: the positional arguments before it, without quotes.
  ///   - constants: numbers and texts to try besides those that follow from the declaration.
  public func trials(
    for info: ParameterInfo, after arguments: [String] = [], constants: TrialConstants = TrialConstants()
  ) -> [ArgumentTrial] {
    ArgumentTrials(interpreter: interpreter, arguments: arguments, constants: constants).trials(for: info)
  }
}

extension ParameterInfo {
  /// A Boolean value that indicates whether the arguments to try are a sample of the possible ones: for numbers of a
  /// large range, new names, texts, conditions, selections and blocks.
  public var isSampled: Bool {
    guard shape == .word, kind == nil else { return shape != .word }
    switch content {
    case .words: return false
    case .number(let range, let tried):
      let sound = ArgumentTrials.numbers(range, tried).filter { !$0.isExpectedToFail }
      return UInt(bitPattern: range.upperBound) &- UInt(bitPattern: range.lowerBound) != UInt(sound.count - 1)
    case .decimal, .duration, .newName, .text, .smallNumber: return true
    }
  }
}

extension CommandDescription {
  /// A Boolean value that indicates whether the lines to try are a sample: of some arguments, or of combinations of
  /// options, each of which is tried by itself.
  public var isSampled: Bool {
    parameters.contains(where: \.isSampled)
      || parameters.count > 1 && parameters.contains { $0.option != nil }
  }
}

extension CommandTable {
  /// The host's own commands, in the order of declaration.
  public var ownCommands: [CommandDescription] {
    Array(language.commands.prefix(language.hostCommandCount))
  }

  /// Returns a Boolean value that indicates whether every table of the host's library includes the command.
  public func isStandard(_ command: CommandDescription) -> Bool { standardCommands.contains(command.name) }
}

/// A generator of arguments from their declarations.
struct ArgumentTrials {
  let interpreter: Interpreter
  /// The positional arguments before the one to generate, without quotes.
  let arguments: [String]
  var constants = TrialConstants()

  /// The number of objects of a kind that are tried; more of them rarely find anything new.
  private static let objectCountMax = 12
  static let names = ["A", "B", "C", "D", "E", "F", "G", "H"]
  static let oddName = "Nobody"
  static let texts = ["word", "\"two words\"", "\"a \\\"quoted\\\" \\\\ text\"", "🙂"]

  /// Texts that few commands expect.
  static let oddTexts = ["\"\"", "none", "\" \"", "a-text-with-more-than-thirty-characters", "\"\\\"\""]

  func trials(for info: ParameterInfo) -> [ArgumentTrial] {
    switch info.shape {
    case .block: []
    case .expression: Self.sound(conditions)
    case .selection: Self.sound(selections)
    case .rest: Self.sound(["words", ""])
    case .word: words(for: info)
    }
  }

  static func sound(_ texts: [String]) -> [ArgumentTrial] { texts.map { ArgumentTrial($0) } }

  private func words(for info: ParameterInfo) -> [ArgumentTrial] {
    if let id = info.kind, let kind = interpreter.language.kindIndex(id) {
      let names = interpreter.kinds[kind].numbers().prefix(Self.objectCountMax).map {
        interpreter.operations.name(of: ObjectReference(kind: id, id: $0))
      }
      return Self.sound(names.map { Quoting.word($0) }) + [
        ArgumentTrial(Self.oddName, isExpectedToFail: true)
      ]
    }
    let known = candidates(for: info).map { Quoting.word($0.text) }
    switch info.content {
    case .words: return Self.sound(known) + [ArgumentTrial(Self.oddName, isExpectedToFail: true)]
    case .number(let range, let tried):
      let simple = Self.numbers(range, tried)
      let others = Self.sound(constants.nearNumbers.filter(range.contains).map { "\($0)" })
      return Self.sound(known) + others.filter { !simple.contains($0) } + simple
    case .decimal(let range): return Self.sound(known) + Self.decimals(range)
    case .duration(let range):
      let numbers = Self.numbers(range, range).map { Self.duration($0) }
      return Self.sound(known) + numbers.filter { !known.contains($0.text) }
    case .newName: return newNames
    case .text:
      let numbers = info.takesAnyValue ? Self.numbers(Self.anyRange, Self.triedNumbers) : []
      let near = info.takesAnyValue ? constants.nearNumbers.map { "\($0)" } : []
      let others = Self.sound(near).filter { !numbers.contains($0) }
      return Self.sound(known) + numbers + others
        + Self.sound(Self.texts + constants.texts.map { Quoting.literal($0) })
    case .smallNumber: return Self.sound(["1", "2", "0"]) + [ArgumentTrial("99999", isExpectedToFail: true)]
    }
  }

  /// Returns the candidates that completion offers as whole arguments, and those that only exploration tries. The
  /// candidates of some parameters depend on the typed prefix.
  func candidates(for info: ParameterInfo, prefix: String = "") -> [Completions.Candidate] {
    guard let placed = info.placed else { return info.candidates(interpreter.host) }
    let position = CompletionPosition(arguments: arguments, prefix: prefix)
    let tried = info.tried?(interpreter.host, position) ?? []
    return placed(interpreter.host, position).filter(\.isFinal) + tried.map { .init($0) }
  }

  /// Returns a few numbers within the range, its bounds, and the number beyond each bound.
  static func numbers(_ range: ClosedRange<Int>, _ tried: ClosedRange<Int>) -> [ArgumentTrial] {
    let (least, most) = (tried.lowerBound, tried.upperBound)
    let size = UInt(bitPattern: most) &- UInt(bitPattern: least)
    let middle = least &+ Int(bitPattern: size / 2)
    var sound: [Int] = []
    for number in [1, 2, least, middle, most] where tried.contains(number) && !sound.contains(number) {
      sound.append(number)
    }
    var odd: [Int] = []
    if range.lowerBound > .min { odd.append(range.lowerBound - 1) }
    if range.upperBound < .max { odd.append(range.upperBound + 1) }
    return sound.map { ArgumentTrial("\($0)") } + odd.map { ArgumentTrial("\($0)", isExpectedToFail: true) }
  }

  /// Returns small numbers within the range, its bounds, its middle, and a number that is out of range.
  static func decimals(_ range: ClosedRange<Double>?) -> [ArgumentTrial] {
    let tried = range ?? triedDecimals
    let (least, most) = (tried.lowerBound, tried.upperBound)
    var sound: [Double] = []
    for number in [1, 2, 0, 0.5, least, least / 2 + most / 2, most]
    where tried.contains(number) && !sound.contains(number) {
      sound.append(number)
    }
    guard range != nil, most < 1e6 else { return sound.map { decimal($0) } }
    return sound.map { decimal($0) } + [ArgumentTrial(decimal(most + 1).text, isExpectedToFail: true)]
  }

  static let triedDecimals = 0.0...100.0

  /// The numbers that an argument without a declared range may be, and those of them that are tried.
  static let (anyRange, triedNumbers) = (Int.min...Int.max, 0...1_000)

  static func decimal(_ number: Double) -> ArgumentTrial {
    ArgumentTrial(Value.decimal(number).plainText ?? "1")
  }

  static func duration(_ number: ArgumentTrial) -> ArgumentTrial {
    let text = Int(number.text).flatMap { Value.duration($0).plainText } ?? number.text
    return ArgumentTrial(text, isExpectedToFail: number.isExpectedToFail)
  }

  /// The first unused names, those of conditions, a name that must be quoted, and a name that is taken.
  var newNames: [ArgumentTrial] {
    let taken = interpreter.host.valueNames()
    let free =
      Self.names.filter { !taken.contains($0) }.prefix(2)
      + constants.texts.filter { !taken.contains($0) }.map { Quoting.word($0) }
    let odd = taken.first.map { [ArgumentTrial(Quoting.word($0), isExpectedToFail: true)] } ?? []
    return Self.sound(Array(free)) + (taken.contains("two words") ? [] : [ArgumentTrial("\"two words\"")])
      + odd
  }

  // MARK: Conditions and selections

  var kinds: [Kind] { interpreter.language.kinds.filter { !$0.plural.isEmpty } }

  private var conditions: [String] {
    ["true"] + kinds.filter { !$0.isDerived }.map { "count(\($0.plural)) < 3" }
  }

  /// The selections of each kind: all objects, the first two, the objects by each property, and those that share a
  /// value with the first object.
  private var selections: [String] {
    kinds.flatMap { kind in
      var texts = [kind.plural, "\(kind.plural) limit 2"]
      guard let index = interpreter.language.kindIndex(kind.id) else { return texts }
      let first = interpreter.kinds[index].numbers().first
      let cursor = interpreter.kinds[index].makeCursor()
      for (position, property) in kind.properties.enumerated() {
        texts.append("\(kind.plural) by \(property.name) desc")
        guard let first, cursor.move(first), let value = literal(cursor.read(position)) else { continue }
        texts.append("\(kind.plural) where \(property.name) == \(value)")
      }
      return texts
    }
  }

  func literal(_ value: Value) -> String? {
    switch value {
    case .number(.min), .decimal: nil
    case .text(let text), .word(let text): Quoting.literal(text)
    default: value.plainText
    }
  }
}

extension CommandSession {
  /// Returns the whole numbers of the object that an argument names, with their differences; empty if it names no
  /// object.
  ///
  /// - Parameters:
  ///   - argument: the argument as it is typed.
  ///   - info: the declaration of the parameter.
  public func numbers(ofObject argument: String, for info: ParameterInfo) -> [Int] {
    let name = argument.hasPrefix("\"") ? argument.dropFirst().dropLast() : argument[...]
    guard let id = info.kind, let kind = interpreter.language.kindIndex(id),
      let number = interpreter.kinds[kind].find(Array(name.utf8).span)
    else { return [] }
    let cursor = interpreter.kinds[kind].makeCursor()
    guard cursor.move(number) else { return [] }
    var numbers: [Int] = []
    for (position, property) in interpreter.language.kinds[kind].properties.enumerated()
    where property.type == .number {
      if case .number(let number) = cursor.read(position) { numbers.append(number) }
    }
    let differences = numbers.indices.flatMap { index in
      numbers[..<index].map { max(numbers[index], $0) &- min(numbers[index], $0) }
    }
    return numbers + differences
  }

  /// The commands that the session's scripts have defined, in order of definition.
  public var definedCommands: [CommandDescription] {
    interpreter.variables.definitions.compactMap { $0 }.map { definition in
      var command = CommandDescription(
        name: definition.name, summary: definition.comment,
        parameters: definition.parameters.map(\.info))
      command.traits = .contained
      return command
    }
  }

  /// The texts of the session's definitions.
  public var definitionTexts: [String] {
    interpreter.variables.definitions.compactMap { $0 }.map {
      String(decoding: $0.program.source, as: UTF8.self)
    }
  }

  /// Returns the numbers and texts of conditions and of the session's definitions.
  public func constants(of conditions: [String]) -> TrialConstants {
    TrialConstants(of: conditions + definitionTexts)
  }

  /// The names of the definitions that set a global variable, directly or by calling another definition.
  public var definitionsThatSetVariables: Set<String> {
    let definitions = interpreter.variables.definitions.compactMap { $0 }
    var setting: Set<String> = []
    var count = -1
    while count < setting.count {
      count = setting.count
      for definition in definitions where !setting.contains(definition.name) {
        let program = definition.program
        let setsVariable = program.subtree(definition.block).contains { index in
          let node = program[index]
          return node.kind == .assignOuter || setting.contains(program.text(node.nameRange))
        }
        if setsVariable { setting.insert(definition.name) }
      }
    }
    return setting
  }
}

extension DefinitionParameter {
  /// The description of the parameter, like that of a host command's.
  fileprivate var info: ParameterInfo {
    var info = ParameterInfo(name, "")
    switch type {
    case .object(let kind): info.kind = kind
    case .number: info.content = .number(ArgumentTrials.anyRange, tried: ArgumentTrials.triedNumbers)
    case .truth: info.candidates = { _ in ["true", "false"].map { Completions.Candidate($0) } }
    case .duration: info.candidates = { _ in ["1s", "1m", "1h"].map { Completions.Candidate($0) } }
    case .text: info.content = .text
    default:
      // Any value is possible.
      info.content = .text
      info.takesAnyValue = true
      info.candidates = { host in host.valueNames().map { Completions.Candidate($0) } }
    }
    return info
  }
}

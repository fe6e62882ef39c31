import TerminalText

extension Parameter where Parsed == Int {
  /// A whole number within `range`: `.number("hp", in: 1...9_999)`.
  ///
  /// Exploration tries numbers within `tried`. It also tries numbers that occur in the state or in a condition, up to a
  /// hundred times the upper bound of `tried` or, for numbers in a condition, up to 10,000 if that is greater. If
  /// `tried` is `nil`, it tries all of `range`.
  public static func number(
    _ label: String, _ summary: String = "", in range: ClosedRange<Int> = .min ... .max,
    tried: ClosedRange<Int>? = nil
  ) -> Self {
    var info = ParameterInfo(label, summary)
    info.content = .number(range, tried: tried ?? range)
    info.readWord = { word in try NumberWord.read(word, label, in: range) }
    return Parameter(info: info) { reader in try reader.readNumber(label, in: range) }
  }

  /// The number of an object of a kind, given by name or as a value.
  public static func object(_ kind: KindID, _ label: String, _ summary: String = "") -> Self {
    .object(kind, label, summary) { $0 }
  }
}

extension Parameter {
  /// An object of a kind, converted from its number by `make`.
  @inlinable
  public static func object(
    _ kind: KindID, _ label: String, _ summary: String = "", _ make: @escaping @Sendable (Int) -> Parsed
  ) -> Self {
    Parameter(info: ParameterInfo(label, summary, kind: kind)) { reader in
      make(try reader.readObject(kind))
    }
  }
}

extension Parameter {
  /// An object of a kind, which the host converts from its number.
  @inlinable
  public static func object<Host: CommandHost>(
    _ kind: KindID, _ label: String, _ summary: String = "",
    in make: @escaping @Sendable (Host, Int) throws -> Parsed
  ) -> Self {
    Parameter(info: ParameterInfo(label, summary, kind: kind)) { reader in
      let id = try reader.readObject(kind)
      return try reader.blamingLast { try make(reader.host.host(as: Host.self), id) }
    }
  }
}

extension Parameter where Parsed: Sendable {
  /// One of several words, each of which represents a value.
  public static func choice(
    _ label: String, _ summary: String = "", meaning meanings: [(word: String, value: Parsed)]
  ) -> Self {
    let (words, values) = (meanings.map { $0.word }, meanings.map { $0.value })
    let names = NameTable(words)
    let index: WordReader = { word in
      if let index = names.index(of: word, word.indices) { return index }
      // Different bytes may be canonically equivalent text.
      let text = String(decoding: [UInt8](copying: word), as: UTF8.self)
      guard let index = words.firstIndex(of: text) else {
        throw Explanation.unknown(label, text, among: words)
      }
      return index
    }
    let candidates = words.map { Completions.Candidate($0) }
    var info = ParameterInfo(label, summary, candidates: { _ in candidates })
    info.words = words
    info.readWord = index
    return Parameter(info: info) { reader in values[try reader.readWord(index)] }
  }
}

extension Parameter where Parsed == String {
  /// A word or a string, unchanged.
  public static func text(_ label: String, _ summary: String = "") -> Self {
    Parameter(label, summary) { bytes in String(decoding: [UInt8](copying: bytes), as: UTF8.self) }
      .holding(.text)
  }

  /// A new name: letters, digits and `_`, not beginning with a digit, and no longer than the limit `name`.
  public static func name(_ label: String = "name", _ summary: String = "") -> Self {
    let name = Parameter(info: ParameterInfo(label, summary)) { reader in try reader.readName() }
    return name.checkingNewName { word in try NameWord.check(word) }
  }

  /// A new name that may be any text for which `check` doesn't throw. A name that is written in the line is checked
  /// before the line runs; the host must check any other name.
  public static func newName(
    _ label: String, _ summary: String = "", check: @escaping @Sendable (String) throws -> Void
  ) -> Self {
    text(label, summary).checkingNewName { word in
      try check(String(decoding: [UInt8](copying: word), as: UTF8.self))
    }
  }

  private func checkingNewName(_ check: @escaping @Sendable (Span<UInt8>) throws -> Void) -> Self {
    with {
      $0.content = .newName
      $0.readWord = { word in
        try check(word)
        return 0
      }
    }
  }

  /// The path of a file, with completion.
  public static func path(_ label: String = "file", _ summary: String = "a path") -> Self {
    text(label, summary).holding(.words).with { $0.names = .paths }
  }

  /// One of several words.
  public static func choice(_ label: String, _ summary: String = "", of words: [String]) -> Self {
    .choice(label, summary, meaning: words.map { ($0, $0) })
  }

  /// The rest of the line, unchanged; may be empty.
  public static func rest(_ label: String, _ summary: String = "") -> Self {
    let rest = Parameter(info: ParameterInfo(label, summary, .rest)) { reader in reader.readRest() }
    return rest.with { $0.occurrence = .optional }
  }
}

extension Parameter where Parsed == Value {
  /// Any value: a word is a text or a number; `$name` and `( … )` are evaluated.
  public static func value(_ label: String, _ summary: String = "") -> Self {
    Parameter(info: ParameterInfo(label, summary)) { reader in try reader.readValue() }
  }
}

extension Parameter where Parsed == Expression {
  /// An expression up to the end of the line, which the command evaluates or retains.
  public static func expression(_ label: String = "expression", _ summary: String = "") -> Self {
    Parameter(info: ParameterInfo(label, summary, .expression)) { reader in try reader.readExpression() }
  }
}

extension Parameter where Parsed == Selection {
  /// A selection up to the end of the line, which the command evaluates or retains.
  public static func selection(_ label: String = "selection", _ summary: String = "") -> Self {
    Parameter(info: ParameterInfo(label, summary, .selection)) { reader in try reader.readSelection() }
  }
}

extension Parameter where Parsed == Block {
  /// Commands in braces, which the command runs or retains.
  public static func block(_ label: String = "commands", _ summary: String = "") -> Self {
    Parameter(info: ParameterInfo(label, summary, .block)) { reader in try reader.readBlock() }
  }
}

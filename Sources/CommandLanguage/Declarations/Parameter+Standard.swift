extension Parameter where Parsed == Int {
  /// A whole number within `range`: `.number("hp", in: 1...9_999)`.
  ///
  /// An explorer tries what of the range lies within `tried`, where more only takes longer; all of it for `nil`.
  public static func number(
    _ label: String, _ summary: String = "", in range: ClosedRange<Int> = .min ... .max,
    tried: ClosedRange<Int>? = nil
  ) -> Self {
    var info = ParameterInfo(label, summary)
    info.content = .number(range, tried: tried ?? range)
    info.readWord = { word in try NumberWord.read(word, label, in: range) }
    return Parameter(info: info) { reader in try reader.readNumber(label, in: range) }
  }

  /// One of the objects of a kind in the table, by name or as a value; gives its id.
  public static func object(_ kind: KindID, _ label: String, _ summary: String = "") -> Self {
    .object(kind, label, summary) { $0 }
  }
}

extension Parameter {
  /// One of the objects of a kind, as what `make` makes of its id.
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
  /// One of the objects of a kind, as what the host makes of its id.
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
  /// One of a few words, each of which stands for a value.
  public static func choice(
    _ label: String, _ summary: String = "", meaning meanings: [(word: String, value: Parsed)]
  ) -> Self {
    let (words, values) = (meanings.map { $0.word }, meanings.map { $0.value })
    let names = NameTable(words)
    let place: WordReader = { word in
      if let place = names.index(of: word, word.indices) { return place }
      // Other bytes may be the same text.
      let text = String(decoding: [UInt8](copying: word), as: UTF8.self)
      guard let place = words.firstIndex(of: text) else {
        throw Explanation.unknown(label, text, among: words)
      }
      return place
    }
    let candidates = words.map { Completions.Candidate($0) }
    var info = ParameterInfo(label, summary, candidates: { _ in candidates })
    info.words = words
    info.readWord = place
    return Parameter(info: info) { reader in values[try reader.readWord(place)] }
  }
}

extension Parameter where Parsed == String {
  /// A word or a string, as it is.
  public static func text(_ label: String, _ summary: String = "") -> Self {
    Parameter(label, summary) { bytes in String(decoding: [UInt8](copying: bytes), as: UTF8.self) }
      .holding(.text)
  }

  /// A new name: letters, digits and `_`, no digit first; no longer than the limit `name`.
  public static func name(_ label: String = "name", _ summary: String = "") -> Self {
    var parameter = Parameter(info: ParameterInfo(label, summary)) { reader in try reader.readName() }
    parameter.info.readWord = { word in
      try NameWord.check(word)
      return 0
    }
    return parameter.holding(.newName)
  }

  /// A new name that may be any text of which `check` throws nothing. A name that stands in the line itself is checked
  /// before the line runs; the world checks any other when it gets it.
  public static func newName(
    _ label: String, _ summary: String = "", check: @escaping @Sendable (String) throws -> Void
  ) -> Self {
    var parameter = text(label, summary)
    parameter.info.readWord = { word in
      try check(String(decoding: [UInt8](copying: word), as: UTF8.self))
      return 0
    }
    return parameter.holding(.newName)
  }

  /// A path of a file, which is completed.
  public static func path(_ label: String = "file", _ summary: String = "a path") -> Self {
    var parameter = text(label, summary).holding(.words)
    parameter.info.names = .paths
    return parameter
  }

  /// One of a few words.
  public static func choice(_ label: String, _ summary: String = "", of words: [String]) -> Self {
    .choice(label, summary, meaning: words.map { ($0, $0) })
  }

  /// The rest of the line, as it is written; it may be empty.
  public static func rest(_ label: String, _ summary: String = "") -> Self {
    var info = ParameterInfo(label, summary)
    info.shape = .rest
    info.occurrence = .optional
    return Parameter(info: info) { reader in reader.readRest() }
  }
}

extension Parameter where Parsed == Value {
  /// Any value: a word gives a text or a number, `$name` and `( … )` what they hold.
  public static func value(_ label: String, _ summary: String = "") -> Self {
    Parameter(info: ParameterInfo(label, summary)) { reader in try reader.readValue() }
  }
}

extension Parameter where Parsed == Expression {
  /// An expression up to the end of the line, to be evaluated by the command or kept.
  public static func expression(_ label: String = "expression", _ summary: String = "") -> Self {
    var info = ParameterInfo(label, summary)
    info.shape = .expression
    return Parameter(info: info) { reader in try reader.readExpression() }
  }
}

extension Parameter where Parsed == Selection {
  /// A selection up to the end of the line, to be evaluated by the command or kept.
  public static func selection(_ label: String = "selection", _ summary: String = "") -> Self {
    var info = ParameterInfo(label, summary)
    info.shape = .selection
    return Parameter(info: info) { reader in try reader.readSelection() }
  }
}

extension Parameter where Parsed == Block {
  /// Commands in braces, to be run by the command or kept.
  public static func block(_ label: String = "commands", _ summary: String = "") -> Self {
    var info = ParameterInfo(label, summary)
    info.shape = .block
    return Parameter(info: info) { reader in try reader.readBlock() }
  }
}

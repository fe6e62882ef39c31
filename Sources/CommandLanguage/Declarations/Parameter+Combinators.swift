extension Parameter {
  /// An argument that may be omitted and is then `nil`: `.optional(.unit)`.
  public static func optional<Wrapped>(_ base: Parameter<Wrapped>) -> Self
  where Parsed == Wrapped? {
    var info = base.info
    info.occurrence = .optional
    let read = base.read
    return Parameter(info: info) { reader in
      reader.hasMore ? try read(reader) : nil
    }
  }

  /// An argument that may be omitted, with a default value.
  public static func optional(_ base: Self, default value: Parsed) -> Self where Parsed: Sendable {
    Parameter<Parsed?>.optional(base).map { $0 ?? value }
  }

  /// All remaining arguments, at least `minimum` of them: `.repeated(.unit)`.
  public static func repeated<Element>(
    _ base: Parameter<Element>, atLeast minimum: Int = 1
  ) -> Self where Parsed == [Element] {
    var info = base.info
    info.occurrence = .repeated
    info.leastCount = minimum
    let read = base.read
    return Parameter(info: info) { reader in
      var elements: [Element] = []
      while elements.count < minimum || reader.hasMore { elements.append(try read(reader)) }
      return elements
    }
  }

  /// An optional argument given by name, anywhere among the arguments: `side=defender`.
  public static func option<Wrapped>(_ name: String, _ base: Parameter<Wrapped>) -> Self
  where Parsed == Wrapped? {
    var info = base.info
    info.occurrence = .optional
    info.option = name
    let read = base.read
    return Parameter(info: info) { reader in
      guard reader.selectOption(name) else { return nil }
      return try read(reader)
    }
  }

  /// An optional argument given by name, with a default value.
  public static func option(_ name: String, _ base: Self, default value: Parsed) -> Self
  where Parsed: Sendable {
    Parameter<Parsed?>.option(name, base).map { $0 ?? value }
  }

  /// An argument after a `=`: `watch NAME = SELECTION`.
  public static func assigned(_ base: Self) -> Self {
    base.with { $0.isAssigned = true }
  }

  /// Returns this parameter for an argument after an expression and the given words: `invariant NAME CONDITION leads to
  /// CONDITION`.
  public func introduced(by words: String) -> Self {
    with { $0.introduction = words }
  }

  /// Returns this parameter with another label.
  public func labelled(_ label: String, _ summary: String? = nil) -> Self {
    with {
      $0.label = label
      if let summary { $0.summary = summary }
    }
  }
}

extension Parameter {
  /// Returns this parameter with a description of its possible words.
  public func holding(_ content: ArgumentContent) -> Self {
    with { $0.content = content }
  }
}

extension Parameter {
  /// One that may be left out: `.optional(.unit)` gives `nil` then.
  public static func optional<Wrapped>(_ base: Parameter<Wrapped>) -> Self
  where Parsed == Wrapped? {
    var info = base.info
    info.occurrence = .optional
    let read = base.read
    return Parameter(info: info) { reader in
      reader.hasMore ? try read(reader) : nil
    }
  }

  /// One that may be left out, with the value it then has.
  public static func optional(_ base: Self, default value: Parsed) -> Self where Parsed: Sendable {
    var info = base.info
    info.occurrence = .optional
    let read = base.read
    return Parameter(info: info) { reader in
      reader.hasMore ? try read(reader) : value
    }
  }

  /// All arguments that are left: `.repeated(.unit)`; at least `minimum` of them.
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

  /// One given by name, anywhere among the arguments, or not at all: `side=defender`.
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

  /// One given by name, or else of the value `value`.
  public static func option(_ name: String, _ base: Self, default value: Parsed) -> Self
  where Parsed: Sendable {
    var info = base.info
    info.occurrence = .optional
    info.option = name
    let read = base.read
    return Parameter(info: info) { reader in
      guard reader.selectOption(name) else { return value }
      return try read(reader)
    }
  }

  /// One that stands after a `=`: `watch NAME = SELECTION`.
  public static func assigned(_ base: Self) -> Self {
    var parameter = base
    parameter.info.isAssigned = true
    return parameter
  }

  /// One that stands behind an expression and some words: `invariant NAME CONDITION leads to CONDITION`.
  public func introduced(by words: String) -> Self {
    var parameter = self
    parameter.info.introduction = words
    return parameter
  }

  /// The same parameter under another label.
  public func labelled(_ label: String, _ summary: String? = nil) -> Self {
    var parameter = self
    parameter.info.label = label
    if let summary { parameter.info.summary = summary }
    return parameter
  }
}

extension Parameter {
  /// The same parameter, of whose words it is known what they can be.
  public func holding(_ content: ArgumentContent) -> Self {
    var parameter = self
    parameter.info.content = content
    return parameter
  }
}

/// The current names of kinds, fields and words that a journal stores under earlier names.
public struct JournalNames: Equatable {
  /// The current names of a kind and its parts.
  public struct Kind: Equatable {
    /// The current name.
    public var name: String
    /// The current names of renamed fields, by former name.
    public var fields: [String: String] = [:]
    /// The current names of renamed words and texts, by current field name and former word.
    public var words: [String: [String: String]] = [:]

    /// The translation of the kind's stored texts; `nil` if they keep all names.
    public var texts: Texts?

    /// Creates a kind whose fields and words keep their names.
    public init(_ name: String) { self.name = name }

    /// Returns the current value of a field: a word, a text or the case of a state may have been renamed.
    package func value(_ value: Value, of field: String) -> Value {
      if let texts, !texts.others.contains(field) { return texts.present(value) }
      guard let words = words[field] else { return value }
      return Self.value(value, words)
    }

    private static func value(_ value: Value, _ words: [String: String]) -> Value {
      switch value {
      case .word(let word):
        return renamed(word, words).map { .word($0) } ?? value
      case .text(let text): return words[text].map { .text($0) } ?? value
      case .list(let values): return .list(values.map { self.value($0, words) })
      default: return value
      }
    }

    /// Returns a word or the text of a state with its current words; `nil` if none was renamed.
    ///
    /// The name of a case is followed by its associated value, which may be a word or a state itself. The longest
    /// renamed beginning applies.
    package static func renamed(_ text: String, _ words: [String: String]) -> String? {
      if let present = words[text] { return present }
      var ends: [String.Index] = []
      for index in text.utf8.indices {
        let byte = text.utf8[index]
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: ":") { ends.append(index) }
        // The text after a colon contains no words that could have been renamed.
        if byte == UInt8(ascii: ":") { break }
      }
      for end in ends.reversed() {
        if let present = words[String(text[..<end])] { return present + text[end...] }
      }
      return nil
    }
  }

  /// The translation of texts in the language of a host that objects store, such as conditions.
  public struct Texts: Equatable {
    /// The fields that have no such texts.
    let others: Set<String>
    private let schema: Int
    /// Returns a field's value with the current names.
    let present: (Value) -> Value

    /// Creates the translation of texts that were written with one of the journal's schemas.
    ///
    /// - Parameters:
    ///   - others: the fields that have no such texts.
    ///   - schema: the position of the schema; translations of the same schema are equal.
    ///   - present: returns a field's value with the current names.
    public init(besides others: Set<String>, schema: Int, _ present: @escaping (Value) -> Value) {
      (self.others, self.schema, self.present) = (others, schema, present)
    }

    public static func == (a: Self, b: Self) -> Bool { a.schema == b.schema && a.others == b.others }
  }

  /// The kinds that were renamed, or in which something was renamed, by former name.
  public var kinds: [String: Kind]

  /// Creates the names of kinds; by default nothing is renamed.
  public init(_ kinds: [String: Kind] = [:]) { self.kinds = kinds }

  /// A Boolean value that indicates whether nothing was renamed.
  public var isEmpty: Bool { kinds.isEmpty }

  func formerNames(of kind: String) -> [String] {
    kinds.filter { $0.value.name == kind && $0.key != kind }.map(\.key).sorted()
  }
}

/// A translation of the names in a journal to their current names. Each step has the names of the schema that wrote it.
public struct JournalTranslation: Equatable {
  /// The names, each with the serial after which they apply, in ascending order. The first also apply to all earlier
  /// steps.
  private var names: [(since: Int, names: JournalNames)]

  /// Creates the translation of a journal whose steps were all written by one schema.
  public init(_ names: JournalNames = JournalNames()) { self.names = [(0, names)] }

  /// Creates the translation of a journal.
  ///
  /// - Parameter names: the names, each with the serial after which they apply, in ascending order.
  public init(_ names: [(since: Int, names: JournalNames)]) {
    self.names = names.isEmpty ? [(0, JournalNames())] : names
  }

  /// The names that apply to new steps and to the journal's objects.
  package var latest: JournalNames { names[names.count - 1].names }

  package subscript(serial: Int) -> JournalNames {
    if names.count == 1 { return names[0].names }
    return (names.last { $0.since < serial } ?? names[0]).names
  }

  /// Returns the former names of a kind, under which an object may still be stored.
  package func formerNames(of kind: String) -> [String] { latest.formerNames(of: kind) }

  /// Records that steps after a serial are written with the current names.
  package mutating func useCurrentNames(after serial: Int) {
    if latest.isEmpty { return }
    names.append((serial, JournalNames()))
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.names.elementsEqual(b.names) { $0.since == $1.since && $0.names == $1.names }
  }
}

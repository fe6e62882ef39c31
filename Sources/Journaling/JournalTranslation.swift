/// The present names of what a journal holds under earlier ones: those of kinds, fields and words.
public struct JournalNames: Sendable, Equatable {
  /// The present names of a kind and its parts.
  public struct Kind: Sendable, Equatable {
    /// The present name.
    public var name: String
    /// The present names of fields, by those that they had.
    public var fields: [String: String] = [:]
    /// The present words or texts of fields, by those that they had; by the present names of the fields.
    public var words: [String: [String: String]] = [:]

    /// A kind whose fields and words have the names that they had.
    public init(_ name: String) { self.name = name }

    /// The present value of a field: a word, a text, or the case of a state, may have another name.
    func value(_ value: Value, of field: String) -> Value {
      guard let words = words[field] else { return value }
      return Self.value(value, words)
    }

    private static func value(_ value: Value, _ words: [String: String]) -> Value {
      switch value {
      case .word(let word):
        if let present = words[word] { return .word(present) }
        // Behind the name of a case stands what it carries.
        guard let end = word.utf8.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }),
          let present = words[String(word[..<end])]
        else { return value }
        return .word(present + word[end...])
      case .text(let text): return words[text].map { .text($0) } ?? value
      case .list(let values): return .list(values.map { self.value($0, words) })
      default: return value
      }
    }
  }

  /// The kinds that have another name, or other names in them, by the names that they had.
  public var kinds: [String: Kind]

  /// The names of kinds; none has changed by default.
  public init(_ kinds: [String: Kind] = [:]) { self.kinds = kinds }

  /// A Boolean value that indicates whether all names are what they were.
  public var isEmpty: Bool { kinds.isEmpty }

  /// The names that a kind had.
  func formerNames(of kind: String) -> [String] {
    kinds.filter { $0.value.name == kind && $0.key != kind }.map(\.key).sorted()
  }
}

/// The present names of what a journal holds, step by step: each was written by the schema of its time.
public struct JournalTranslation: Sendable, Equatable {
  /// By the serials behind which they are valid, in their order; the first from the beginning on.
  private var names: [(since: Int, names: JournalNames)]

  /// The names of a journal all of whose steps were written by one schema.
  public init(_ names: JournalNames = JournalNames()) { self.names = [(0, names)] }

  /// The names of a journal.
  ///
  /// - Parameter names: by the serials behind which they are valid, in their order.
  public init(_ names: [(since: Int, names: JournalNames)]) {
    self.names = names.isEmpty ? [(0, JournalNames())] : names
  }

  /// The names of what is written now, and of the journal's objects.
  package var latest: JournalNames { names[names.count - 1].names }

  /// The names of a step.
  package subscript(serial: Int) -> JournalNames {
    if names.count == 1 { return names[0].names }
    return (names.last { $0.since < serial } ?? names[0]).names
  }

  /// The names that a kind had, under which an object may still be kept.
  package func formerNames(of kind: String) -> [String] { latest.formerNames(of: kind) }

  /// Notes that what is written behind a serial has the present names.
  package mutating func beginPresent(after serial: Int) {
    if latest.isEmpty { return }
    names.append((serial, JournalNames()))
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.names.elementsEqual(b.names) { $0.since == $1.since && $0.names == $1.names }
  }
}

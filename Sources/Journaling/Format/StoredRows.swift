package import TerminalText

// The rows of the tables of objects and steps, which are the same in each database.

/// The rows that a table of objects must have, and must not have, for an object.
package struct ObjectRows {
  /// The identity, in the format of ``ValueWriter``.
  package let id: [UInt8]
  /// The kinds under which the object must have no row: former names, and its own kind if the object does not exist.
  package let goneKinds: [Int]
  /// The kind and the fields of the object's row; `nil` if the object does not exist.
  package let present: (kind: Int, fields: [UInt8])?
}

extension ValueWriter {
  package mutating func rows(of object: JournalObject, _ translation: JournalTranslation) -> ObjectRows {
    let kind = object.key.kind
    let gone = translation.formerNames(of: kind) + (object.fields == nil ? [kind] : [])
    return ObjectRows(
      id: bytes(of: object.key.id), goneKinds: gone.compactMap { names.known($0) },
      present: object.fields.map { (names.number(of: kind), bytes(of: $0)) })
  }

  /// Returns the numbers of the kinds under which an object may be stored.
  package func kinds(of key: JournalKey, _ translation: JournalTranslation) -> [Int] {
    ([key.kind] + translation.formerNames(of: key.kind)).compactMap { names.known($0) }
  }
}

/// A reader of the rows of the tables of objects and steps.
package struct RowReader {
  private var values: ValueReader
  /// The journal's names.
  package let names: NameList
  private let translation: JournalTranslation

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - names: the journal's names.
  ///   - translation: the translation to current names.
  package init(_ names: NameList, _ translation: JournalTranslation) {
    self.names = names
    self.translation = translation
    values = ValueReader(names, translation.latest)
  }

  package mutating func object(
    kind: Int?, id idBytes: [UInt8], fields fieldBytes: [UInt8]
  ) throws(JournalError) -> JournalObject {
    let kind = kind.flatMap { names[$0] }
    guard let kind, let id = values.value(idBytes), let fields = values.fields(fieldBytes, ofKind: kind)
    else {
      throw .damaged(
        at: "an object cannot be read: \(kind ?? "") \(String(decoding: idBytes, as: UTF8.self))")
    }
    return JournalObject(
      JournalKey(kind: translation.latest.kinds[kind]?.name ?? kind, id: id), fields: fields)
  }

  /// Returns the step of a row; `nil` if the row is damaged.
  package mutating func step(
    serial: Int, number: Int, cause: String?, line: String?, tick: Int?, session: Int, changes: [UInt8]
  ) -> JournalStep? {
    values.present = translation[serial]
    guard let cause, let changes = values.changes(changes), (1..<Int.max / 2).contains(serial),
      (0..<1 << 40).contains(number)
    else { return nil }
    return JournalStep(
      serial: serial, number: number, cause: cause, line: line, tick: tick, session: session, changes: changes
    )
  }
}

extension JournalStep {
  package static func problem(serial: Int, number: Int) -> UntrustedText {
    "step \(number) (serial \(serial)) cannot be read"
  }
}

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

extension JournalObject {
  package init(
    kind: Int?, id idBytes: [UInt8], fields fieldBytes: [UInt8], _ names: NameList,
    _ translation: JournalTranslation
  ) throws(JournalError) {
    let present = translation.latest
    var id = ValueReader(idBytes, names, present)
    var fields = ValueReader(fieldBytes, names, present)
    let kind = kind.flatMap { names[$0] }
    guard let kind, let id = id.onlyValue(), let fields = fields.fields(ofKind: kind) else {
      throw .damaged(
        at: "an object cannot be read: \(kind ?? "") \(String(decoding: idBytes, as: UTF8.self))")
    }
    self.init(JournalKey(kind: present.kinds[kind]?.name ?? kind, id: id), fields: fields)
  }
}

extension JournalStep {
  /// Reads a row of a table of steps; returns `nil` if it is damaged.
  package init?(
    serial: Int, number: Int, cause: String?, line: String?, tick: Int?, session: Int, changes: [UInt8],
    _ names: NameList, _ translation: JournalTranslation
  ) {
    var reader = ValueReader(changes, names, translation[serial])
    guard let cause, let changes = reader.changes(), (1..<Int.max / 2).contains(serial),
      (0..<1 << 40).contains(number)
    else { return nil }
    self.init(
      serial: serial, number: number, cause: cause, line: line, tick: tick, session: session, changes: changes
    )
  }

  package static func problem(serial: Int, number: Int) -> UntrustedText {
    "step \(number) (serial \(serial)) cannot be read"
  }
}

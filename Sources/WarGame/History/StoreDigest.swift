import AutoUpdate

/// A digest of what a store holds, the same on every machine and in whichever order it came there.
///
/// Each model is encoded by its kind, its key and its fields, and hashed; the digest is the sum of the
/// hashes, which no order of rows can change (Bellare and Micciancio, “A new paradigm for
/// collision-free hashing: incrementality at reduced cost”, 1997). It tells runs apart that went
/// different ways by chance, not an adversary's.
struct StoreDigest {
  private var sum: UInt64 = 0
  private var encoder = FieldEncoder()

  mutating func add<Model: Recorded>(_ table: Table<Model>) {
    table.forEach { _, model in
      encoder.bytes.removeAll(keepingCapacity: true)
      encoder.append(Model.kind)
      encoder.field("key", model.key)
      model.record(into: &encoder)
      sum &+= SipHash.hash(encoder.bytes.span)
    }
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Writes fields so that different ones never give the same bytes.
private struct FieldEncoder: FieldVisitor {
  var bytes: [UInt8] = []

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    switch value {
    case .absent, .none: bytes.append(0)
    case .number(let number):
      bytes.append(1)
      append(number)
    case .truth(let truth): bytes.append(truth ? 3 : 2)
    case .word(let word):
      bytes.append(4)
      append(word)
    case .text(let text):
      bytes.append(5)
      append(text)
    }
  }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits &>> UInt64(index &* 8))) }
  }
}

extension WarRoom {
  /// The digest of everything that the store holds, as sixteen hexadecimal digits.
  ///
  /// - Complexity: O(models).
  public var digest: String {
    var digest = StoreDigest()
    digest.add(units)
    digest.add(games)
    digest.add(players)
    digest.add(messages)
    digest.add(appStates)
    digest.add(clocks)
    digest.add(generators)
    digest.add(servers)
    digest.add(jobs)
    digest.add(screenStates)
    digest.add(watches)
    return digest.text
  }
}

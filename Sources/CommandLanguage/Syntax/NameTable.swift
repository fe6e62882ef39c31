/// A hash table from names to indices, searched by bytes. It uses open addressing and stable hashes.
struct NameTable: Sendable {
  private struct Entry {
    var hash: UInt32 = 0
    var index: Int32 = -1
    var start: Int32 = 0
    var count: Int32 = 0
  }

  private var entries: [Entry]
  private var bytes: [UInt8] = []
  private let mask: Int

  /// - Parameter names: the names in the order of their indices; the first of two equal names is found.
  init(_ names: [String]) {
    var size = 8
    while size < names.count * 2 { size *= 2 }
    mask = size - 1
    entries = Array(repeating: Entry(), count: size)
    for (index, name) in names.enumerated() {
      let start = bytes.count
      bytes.append(contentsOf: name.utf8)
      let hash = Self.hash(bytes.span, start..<bytes.count)
      var position = Int(hash) & mask
      while entries[position].index >= 0 { position = (position + 1) & mask }
      entries[position] = Entry(
        hash: hash, index: Int32(truncatingIfNeeded: index), start: Int32(truncatingIfNeeded: start),
        count: Int32(truncatingIfNeeded: bytes.count - start))
    }
  }

  func index(of text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let hash = Self.hash(text, range)
    var position = Int(hash) & mask
    while entries[position].index >= 0 {
      if entries[position].hash == hash, matches(entries[position], text, range) {
        return Int(entries[position].index)
      }
      position = (position + 1) & mask
    }
    return nil
  }

  func index(of name: String) -> Int? {
    let bytes = Array(name.utf8)
    return index(of: bytes.span, 0..<bytes.count)
  }

  private func matches(_ entry: Entry, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard Int(entry.count) == range.count else { return false }
    var known = Int(entry.start)
    for position in range {
      if bytes[known] != text[position] { return false }
      known &+= 1
    }
    return true
  }

  /// Returns the FNV-1a hash, which is the same in every process. Collisions are harmless because the bytes are
  /// compared too.
  private static func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for position in range { hash = (hash ^ UInt32(text[position])) &* 16_777_619 }
    return hash
  }
}

/// Hashes values and texts as bytes that no two sequences of them share.
public struct ValueHasher {
  /// The hash of all that was appended.
  public private(set) var hash: SipHash

  /// A hasher that has taken in nothing.
  ///
  /// - Parameter isWide: whether the hash is to be read as 128 bits.
  public init(isWide: Bool) { hash = SipHash(isWide: isWide) }

  /// Takes in a value.
  public mutating func append(_ value: Value) {
    switch value {
    case .none: hash.append(0)
    case .number(let number):
      hash.append(1)
      append(number)
    case .truth(let truth): hash.append(truth ? 3 : 2)
    case .word(let word):
      hash.append(4)
      append(word)
    case .text(let text):
      hash.append(5)
      append(text)
    case .decimal(let number):
      hash.append(6)
      // The two zeros are equal, and so are all that are no numbers.
      hash.append(bits: number == 0 ? 0 : number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    case .reference(let kind, let id):
      hash.append(7)
      append(kind)
      append(id)
    case .list(let values):
      hash.append(8)
      append(values.count)
      for value in values { append(value) }
    case .object(let object):
      hash.append(9)
      append(object.kind.name)
      append(object.id)
    }
  }

  /// Takes in a text, its length first.
  public mutating func append(_ text: String) {
    append(text.utf8.count)
    hash.append(utf8: text)
  }

  private mutating func append(_ number: Int) { hash.append(bits: UInt64(bitPattern: Int64(number))) }
}

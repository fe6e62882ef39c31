/// Hashes the fields of a kind's objects one by one, so that a change costs what changed.
///
/// A field of an object is hashed with the kind's name, its own and the object's identity; what an object is, is the sum
/// of these hashes, with one more for being there at all.
@usableFromInline
struct FieldDigests {
  /// With the names of the kind and of each stored field taken in, in their order.
  private let fields: [FieldEncoder<SipHash>]
  /// With the kind's name taken in, and no field's.
  private let presence: FieldEncoder<SipHash>

  /// - Parameter names: Those of the stored fields, in their order.
  init(kind: String, fields names: [String]) {
    func encoder(_ field: String) -> FieldEncoder<SipHash> {
      var encoder = FieldEncoder(sink: SipHash(isWide: true))
      encoder.append(kind)
      encoder.append(field)
      return encoder
    }
    fields = names.map(encoder)
    presence = encoder("")
  }

  /// Notes that an object came or went.
  @usableFromInline
  func note(_ id: FieldValue, isThere: Bool, in digest: inout StateDigest) {
    var encoder = presence
    encoder.append(id)
    if isThere { digest &+= encoder.sink.wideValue } else { digest &-= encoder.sink.wideValue }
  }

  /// Notes what the stored field at a place was and is.
  @usableFromInline
  func note(
    _ place: Int, of id: FieldValue, _ before: FieldValue?, _ after: FieldValue?, in digest: inout StateDigest
  ) {
    var encoder = fields[place]
    encoder.append(id)
    if let before { digest &-= Self.hash(of: before, behind: encoder) }
    if let after { digest &+= Self.hash(of: after, behind: encoder) }
  }

  private static func hash(of value: FieldValue, behind encoder: FieldEncoder<SipHash>) -> StateDigest {
    var encoder = encoder
    encoder.append(value)
    return encoder.sink.wideValue
  }
}

/// Hashes the fields of a kind's objects one by one, so that a change costs what changed.
///
/// A field of an object is hashed with the kind's name, its own and the object's identity; what an object is, is the sum
/// of these hashes, with one more for being there at all.
@usableFromInline
struct FieldDigests {
  /// With the names of the kind and of each stored field taken in, in their order.
  private let fields: [ValueHasher]
  /// With the kind's name taken in, and no field's.
  private let presence: ValueHasher

  /// - Parameter names: Those of the stored fields, in their order.
  init(kind: String, fields names: [String]) {
    func hasher(_ field: String) -> ValueHasher {
      var hasher = ValueHasher(isWide: true)
      hasher.append(kind)
      hasher.append(field)
      return hasher
    }
    fields = names.map(hasher)
    presence = hasher("")
  }

  /// Notes that an object came or went.
  @usableFromInline
  func note(_ id: Value, isThere: Bool, in digest: inout StateDigest) {
    var hasher = presence
    hasher.append(id)
    if isThere { digest &+= hasher.hash.wideValue } else { digest &-= hasher.hash.wideValue }
  }

  /// Notes what the stored field at a place was and is.
  @usableFromInline
  func note(
    _ place: Int, of id: Value, _ before: Value?, _ after: Value?, in digest: inout StateDigest
  ) {
    var hasher = fields[place]
    hasher.append(id)
    if let before { digest &-= Self.hash(of: before, behind: hasher) }
    if let after { digest &+= Self.hash(of: after, behind: hasher) }
  }

  private static func hash(of value: Value, behind hasher: ValueHasher) -> StateDigest {
    var hasher = hasher
    hasher.append(value)
    return hasher.hash.wideValue
  }
}

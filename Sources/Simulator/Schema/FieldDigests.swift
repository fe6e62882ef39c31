/// Incremental hashes of a kind's objects, field by field, so that the cost of a change depends on the number of
/// changed fields.
///
/// Each hash covers the kind's name, the field's name, the object's identity and the value. The digest of an object is
/// the sum of its fields' hashes and of a hash for its presence.
@usableFromInline
struct FieldDigests {
  /// Hashers for the stored fields, in order, with the names of the kind and the field appended.
  private let fields: [ValueHasher]
  /// A hasher for an object's presence, with only the kind's name appended.
  private let presence: ValueHasher

  /// - Parameter names: The names of the stored fields, in order.
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

  /// Adds an object's presence to a digest or subtracts it.
  @usableFromInline
  func note(_ id: Value, isThere: Bool, in digest: inout StateDigest) {
    var hasher = presence
    hasher.append(id)
    if isThere { digest &+= hasher.hash.wideValue } else { digest &-= hasher.hash.wideValue }
  }

  /// Replaces the value of the stored field at an index in a digest.
  @usableFromInline
  func note(
    _ index: Int, of id: Value, _ before: Value?, _ after: Value?, in digest: inout StateDigest
  ) {
    var hasher = fields[index]
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

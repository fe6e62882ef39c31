import AutoUpdate

/// A digest of what a store holds, the same on every machine and in whichever order it came there.
///
/// Each object is encoded by its kind, its identity and its stored fields, and hashed; the digest is the sum of the
/// hashes, which no order of rows can change (Bellare and Micciancio, “A new paradigm for collision-free hashing:
/// incrementality at reduced cost”, 1997). It tells runs apart that went different ways by chance, not an
/// adversary's.
///
/// It follows every commit from when it is first asked for.
final class StoreDigest {
  private var sum: UInt64 = 0
  /// The same by a longer hash; kept instead of the other where states are counted.
  private(set) var wideSum = StateDigest()
  private let isWide: Bool
  /// The kinds whose objects count as one when they differ by name and identity alone.
  private let symmetricKinds: [String]
  private var followers: [AnyObject] = []

  init(of simulation: Simulation, isWide: Bool = false, symmetricKinds: [String] = []) {
    self.isWide = isWide
    self.symmetricKinds = symmetricKinds
    for schema in simulation.schemas.schemas { follow(schema, in: simulation) }
  }

  private func follow(_ schema: some AnySchema, in simulation: Simulation) {
    follow(schema.schema, in: simulation)
  }

  private func follow<M: Model>(_ schema: Schema<M>, in simulation: Simulation) {
    let table = simulation.table(of: M.self)
    table.forEach { add($1, schema) }
    // No observer, so that asking for the digest changes nothing of what a trace prints.
    followers.append(
      schema.operations.follow(table) { [unowned self] before, after in
        if let before { remove(before, schema) }
        if let after { add(after, schema) }
      })
  }

  private func add<M: Model>(_ object: M, _ schema: Schema<M>) {
    let hash = hash(of: object, schema)
    if isWide { wideSum &+= hash.wideValue } else { sum &+= hash.value }
  }

  private func remove<M: Model>(_ object: M, _ schema: Schema<M>) {
    let hash = hash(of: object, schema)
    if isWide { wideSum &-= hash.wideValue } else { sum &-= hash.value }
  }

  private func hash<M: Model>(of object: M, _ schema: Schema<M>) -> SipHash {
    let isSymmetric = !symmetricKinds.isEmpty && symmetricKinds.contains(schema.name)
    var hasher = FieldHasher(isWide: isWide)
    hasher.append(schema.name)
    if !isSymmetric { hasher.append(object.id.fieldValue) }
    schema.operations.hash(object, schema, isSymmetric, &hasher)
    return hasher.hash
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Simulation {
  /// The digest of everything that the store holds, as sixteen hexadecimal digits.
  ///
  /// - Complexity: the first time O(objects); from then on a commit costs O(changes), and asking nothing.
  public var digest: String { service { StoreDigest(of: $0) }.text }
}

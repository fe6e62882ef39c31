import AutoUpdate

/// A digest of what a store holds, the same on every machine and in whichever order it came there.
///
/// Each object is encoded by its kind, its identity and its stored fields, and hashed, the wide one field by field; the
/// digest is the sum of the hashes, which no order of rows can change (Bellare and Micciancio, “A new paradigm for
/// collision-free hashing: incrementality at reduced cost”, 1997). It tells runs apart that went different ways by
/// chance, not an adversary's.
///
/// It follows every commit from when it is first asked for.
final class StoreDigest: SessionService {
  /// The sum; of a narrow one the lower half alone.
  private(set) var sum = StateDigest()
  private let isWide: Bool
  /// The kinds whose objects count as one when they differ by name and identity alone.
  private let symmetricKinds: [String]
  private var followers: [AnyObject] = []
  /// By kind, takes in all that its table holds.
  private var counts: [(inout StateDigest) -> Void] = []

  /// A closure that adds a change of an object to the digest.
  private typealias Noting<M> = (_ before: M?, _ after: M?, _ digest: inout StateDigest) -> Void

  init(of simulation: Simulation, isWide: Bool = false, symmetricKinds: [String] = []) {
    self.isWide = isWide
    self.symmetricKinds = symmetricKinds
    for schema in simulation.schemas.schemas { follow(schema, in: simulation) }
  }

  // It follows the store.
  func reset() {}

  /// The sum made from scratch, whatever was kept up to date.
  func counted() -> StateDigest {
    var digest = StateDigest()
    for count in counts { count(&digest) }
    return digest
  }

  private func follow(_ schema: some AnySchema, in simulation: Simulation) {
    follow(schema.schema, in: simulation)
  }

  private func follow<M: Model>(_ schema: Schema<M>, in simulation: Simulation) {
    let (table, note) = (simulation.table(of: M.self), noting(schema))
    let count: (inout StateDigest) -> Void = { digest in table.forEach { note(nil, $1, &digest) } }
    count(&sum)
    counts.append(count)
    // No observer, so that asking for the digest changes nothing of what a trace prints.
    followers.append(
      schema.operations.follow(table) { [unowned self] before, after in
        var change = StateDigest()
        note(before, after, &change)
        sum &+= change
      })
  }

  private func noting<M: Model>(_ schema: Schema<M>) -> Noting<M> {
    let isSymmetric = symmetricKinds.contains(schema.name)
    // Without identities the sum of single fields would not tell which of them are one object's.
    if isWide, !isSymmetric {
      let digests = FieldDigests(kind: schema.name, fields: schema.stored.map { schema.fields[$0].name })
      return { schema.operations.digest($0, $1, schema, digests, &$2) }
    }
    let isWide = isWide
    let digest = { (object: M) in
      var hasher = ValueHasher(isWide: isWide)
      hasher.append(schema.name)
      if !isSymmetric { hasher.append(object.id.fieldValue) }
      schema.operations.hash(object, schema, isSymmetric, &hasher)
      return isWide ? hasher.hash.wideValue : StateDigest(low: hasher.hash.value)
    }
    return { before, after, sum in
      if let before { sum &-= digest(before) }
      if let after { sum &+= digest(after) }
    }
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(sum.low, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Simulation {
  /// The digest of everything that the store holds, as sixteen hexadecimal digits.
  ///
  /// - Complexity: the first time O(objects); from then on a commit costs O(changes), and asking nothing.
  public var digest: String { service { StoreDigest(of: $0) }.text }
}

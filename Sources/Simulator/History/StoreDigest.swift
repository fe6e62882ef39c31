import AutoUpdate
import TerminalText

/// A digest of a store's contents that is the same on every machine and independent of the order of insertion.
///
/// Each object is encoded by its kind, identity and stored fields, and hashed; a wide digest hashes field by field. The
/// digest is the sum of the hashes, which does not depend on the order of rows (Bellare and Micciancio, “A new paradigm
/// for collision-free hashing: incrementality at reduced cost”, 1997). It detects accidental differences between runs,
/// but does not resist an adversary.
///
/// It is updated at each commit after its creation.
final class StoreDigest: SessionService {
  /// The sum. A narrow digest uses only the lower half.
  private(set) var sum = StateDigest()
  private let isWide: Bool
  /// The kinds whose objects are interchangeable if they differ only by name and identity.
  private let symmetricKinds: [String]
  private var followers: [AnyObject] = []
  private var counts: [(inout StateDigest) -> Void] = []

  /// A closure that adds a change of an object to the digest.
  private typealias Noting<M> = (_ before: M?, _ after: M?, _ digest: inout StateDigest) -> Void

  init(of simulation: Simulation, isWide: Bool = false, symmetricKinds: [String] = []) {
    self.isWide = isWide
    self.symmetricKinds = symmetricKinds
    for schema in simulation.schemas.schemas { follow(schema, in: simulation) }
  }

  // Nothing to do: the digest follows the store.
  func reset() {}

  /// Computes the sum from scratch.
  func counted() -> StateDigest {
    var digest = StateDigest()
    for count in counts { count(&digest) }
    return digest
  }

  private func follow<M: Model>(_ declared: some AnySchema<M>, in simulation: Simulation) {
    let schema = declared.schema
    let (table, note) = (simulation.table(of: M.self), noting(schema))
    let count: (inout StateDigest) -> Void = { digest in table.forEach { note(nil, $1, &digest) } }
    count(&sum)
    counts.append(count)
    // A follower and not an observer, so that a trace does not list the digest.
    followers.append(
      schema.operations.follow(table) { [unowned self] before, after in
        var change = StateDigest()
        note(before, after, &change)
        sum &+= change
      })
  }

  private func noting<M: Model>(_ schema: Schema<M>) -> Noting<M> {
    let isSymmetric = symmetricKinds.contains(schema.name)
    // Without identities, a sum of field hashes would not show which fields belong to the same object.
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

  /// The digest as sixteen hexadecimal digits.
  var text: String { String(sum.low, radix: 16, width: 16) }
}

extension Simulation {
  /// The digest of everything that the store holds, as sixteen hexadecimal digits.
  ///
  /// - Complexity: O(objects) at the first read. After that, each commit costs O(changes) and a read costs
  ///   O(1).
  public var digest: String { service { StoreDigest(of: $0) }.text }
}

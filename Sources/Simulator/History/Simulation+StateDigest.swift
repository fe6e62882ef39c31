import AutoUpdate
import TerminalText

/// Keeps the digest of states up to date in a session that was asked for it.
final class StateDigests: SessionService {
  private unowned let simulation: Simulation
  fileprivate var digest: StoreDigest
  fileprivate var symmetricKinds: [String] = []

  init(of simulation: Simulation) {
    self.simulation = simulation
    digest = StoreDigest(of: simulation, isWide: true)
  }

  /// The digest of everything that the store holds.
  var sum: StateDigest { digest.sum }

  func reset() {
    if symmetricKinds.isEmpty { return }
    (symmetricKinds, digest) = ([], StoreDigest(of: simulation, isWide: true))
  }
}

extension Simulation {
  /// A Boolean value that indicates whether different states may have the same ``stateDigest``, since objects of some
  /// kind count as one.
  var countsObjectsAsOne: Bool { !stateDigests.symmetricKinds.isEmpty }

  /// The digest of everything that the store holds.
  ///
  /// - Complexity: the first time O(objects); from then on a commit costs O(changes), and asking nothing.
  public var stateDigest: StateDigest { stateDigests.sum }

  /// The digest, which is kept up to date from now on.
  var stateDigests: StateDigests { service { StateDigests(of: $0) } }

  /// Keeps all of the history from now on, however long it gets.
  public func keepWholeHistory() {
    past.steps.limit = .max
    past.steps.changeLimit = .max
  }

  /// The same made from scratch, whatever was kept up to date.
  ///
  /// - Complexity: O(objects).
  public func makeStateDigest() -> StateDigest { stateDigests.digest.counted() }

  /// From now on objects of a kind that differ by their names and identities alone count as one in ``stateDigest``.
  ///
  /// - Returns: why they cannot: there is no such kind, or a field refers to its objects; `nil` when they do.
  public func countAsOne(objectsOf kind: String) -> String? {
    guard schemas.schemas.contains(where: { $0.kindName == kind }) else {
      return "there is no kind “\(Escaping.escaped(kind))”"
    }
    for schema in schemas.schemas {
      if let field = schema.field(referringTo: kind) {
        return
          "“\(schema.kindName).\(field)” refers to objects of the kind “\(kind)”, which are distinguished"
      }
    }
    let digests = stateDigests
    digests.symmetricKinds.append(kind)
    digests.digest = StoreDigest(of: self, isWide: true, symmetricKinds: digests.symmetricKinds)
    return nil
  }
}

extension AnySchema {
  fileprivate func field(referringTo kind: String) -> String? {
    schema.fields.first { $0.type.kind?.name == kind }?.name
  }
}

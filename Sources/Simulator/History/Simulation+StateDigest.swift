import AutoUpdate
import TerminalText

/// The state digest of a session, updated incrementally once it has been requested.
final class StateDigests: SessionService {
  private unowned let simulation: Simulation
  fileprivate var digest: StoreDigest
  /// The digest in which no objects are interchangeable.
  fileprivate let distinct: StoreDigest
  fileprivate var symmetricKinds: [String] = []

  init(of simulation: Simulation) {
    self.simulation = simulation
    distinct = StoreDigest(of: simulation, isWide: true)
    digest = distinct
  }

  /// The digest of everything that the store holds.
  var sum: StateDigest { digest.sum }

  func reset() { (symmetricKinds, digest) = ([], distinct) }
}

extension Simulation {
  /// A Boolean value that indicates whether different states may have the same ``stateDigest`` because objects of some
  /// kind are interchangeable.
  var hasInterchangeableObjects: Bool { !stateDigests.symmetricKinds.isEmpty }

  /// The digest of everything that the store holds.
  ///
  /// - Complexity: O(objects) at the first read. After that each commit costs O(changes) and a read costs O(1).
  public var stateDigest: StateDigest { stateDigests.sum }

  /// The digest of everything that the store holds, in which no objects are interchangeable.
  public var distinctStateDigest: StateDigest { stateDigests.distinct.sum }

  /// The state digest, updated at each commit after the first use.
  var stateDigests: StateDigests { service { StateDigests(of: $0) } }

  /// Removes the limits of the history, so that no step is dropped.
  public func keepWholeHistory() {
    past.steps.limit = .max
    past.steps.changeLimit = .max
  }

  /// Computes ``stateDigest`` from scratch, without the incremental sum.
  ///
  /// - Complexity: O(objects).
  public func makeStateDigest() -> StateDigest { stateDigests.digest.counted() }

  /// Makes objects of a kind that differ only by name and identity interchangeable in ``stateDigest``.
  ///
  /// - Parameters:
  ///   - kind: The name of the kind.
  ///   - texts: Texts that must not name an object of the kind.
  /// - Returns: The reason why this is not possible, such as an unknown kind or a field that refers to its objects;
  ///   `nil` on success.
  public func treatAsInterchangeable(objectsOf kind: String, unlessNamedIn texts: [String] = []) -> String? {
    guard schemas.schemas.contains(where: { $0.kindName == kind }) else {
      return "there is no kind “\(Escaping.escaped(kind))”"
    }
    for schema in schemas.schemas {
      if let field = schema.field(referringTo: kind) {
        return
          "“\(schema.kindName).\(field)” refers to “\(kind)” by identity, so these objects cannot be treated as equal"
      }
    }
    for name in objects(ofKindNamed: kind)?.names ?? [] where texts.contains(where: { $0.names(name) }) {
      return
        "“\(Escaping.escaped(name))” is named in a rule, a definition or the condition, so objects of “\(kind)” cannot be treated as equal"
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

extension String {
  /// Returns a Boolean value that indicates whether the text contains a name that is not part of a longer word.
  fileprivate func names(_ name: String) -> Bool {
    func isWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    return !name.isEmpty
      && ranges(of: name).contains { range in
        let isLonger = isWord(name.first) && isWord(self[..<range.lowerBound].last)
        return !isLonger && !(isWord(name.last) && isWord(self[range.upperBound...].first))
      }
  }
}

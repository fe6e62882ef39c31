/// The effects of a removal on the objects that refer to the removed one, directly or through others.
///
/// They are collected before anything is written, so that all lookups share the same state: the time is proportional to
/// the number of effects, and long chains of references need no deep recursion.
@usableFromInline
struct RemovalPlan {
  private enum Effect {
    case remove(AnyObjects, Int)
    case clear(any Relation, target: Int, referrer: Int)
  }

  /// The effects in the order in which they occur: those of a removal follow it immediately.
  private var effects: [Effect] = []

  /// Collects the effects of removing an object.
  ///
  /// - Throws: An error if the number of effects exceeds the line's limit.
  init(removing number: Int, of objects: AnyObjects, in simulation: Simulation) throws {
    var removed = [objects.kindIndex: Set([number])]
    // A stack: the last element is the next effect.
    var pending = try Self.effects(of: number, objects, in: simulation)
    while let effect = pending.popLast() {
      switch effect {
      case .clear: effects.append(effect)
      case .remove(let objects, let number):
        // An object that refers to several removed ones is removed once.
        guard removed[objects.kindIndex, default: []].insert(number).inserted else { continue }
        effects.append(effect)
        pending += try Self.effects(of: number, objects, in: simulation)
      }
    }
  }

  /// Returns the direct effects of a removal, last one first.
  private static func effects(
    of number: Int, _ objects: AnyObjects, in simulation: Simulation
  ) throws -> [Effect] {
    var effects: [Effect] = []
    for relation in simulation.relations.relations(toKind: objects.kindIndex)
    where relation.removalRule != .refuse {
      let referrers = relation.referrers(of: number)
      if referrers.isEmpty { continue }
      try simulation.charge(of: referrers.count)
      for referrer in referrers {
        effects.append(
          relation.removalRule == .cascade
            ? .remove(relation.source, referrer) : .clear(relation, target: number, referrer: referrer))
      }
    }
    return effects.reversed()
  }

  /// Removes the objects and clears the references, in the open transaction.
  @usableFromInline
  func apply() throws {
    for effect in effects {
      switch effect {
      case .remove(let objects, let number): try objects.delete(number)
      case .clear(let relation, let target, let referrer): try relation.clear(target, in: referrer)
      }
    }
  }
}

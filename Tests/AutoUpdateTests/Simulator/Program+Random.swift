import TestSupport
extension Operation {
  /// The program of a seed.
  static func random(seed: UInt64) -> Operation {
    var random = SplitMix(seed)
    let tracing = random.oneIn(3) ? 1 : 0
    var program = Operation(kind: .program, numbers: [tracing])
    if random.below(4) > 0 {
      program.children.append(Operation(kind: .limit, numbers: [1 + random.below(6), 1 + random.below(12)]))
    }
    program.children += operations(2 + random.below(12), depth: 0, &random)
    for kind in [Kind.whenFault, .whenTraced, .whenEnded] where random.oneIn(2) {
      for _ in 0..<random.below(4) {
        program.children.append(
          Operation(kind: kind, children: operations(random.below(3), depth: 2, &random)))
      }
    }
    for kind in [Kind.whenCompared, .whenHashed] where random.oneIn(2) {
      // How many calls are let pass, and what is done in that call.
      for _ in 0..<1 + random.below(5) {
        program.children.append(Operation(kind: kind, numbers: [random.below(8), random.below(6)]))
      }
    }
    return program
  }

  private static func operations(_ count: Int, depth: Int, _ random: inout SplitMix) -> [Operation] {
    (0..<count).map { _ in operation(depth: depth, &random) }
  }

  private static func operation(depth: Int, _ random: inout SplitMix) -> Operation {
    let table = random.below(2)
    let id = random.below(4)
    func within(_ count: Int) -> [Operation] {
      depth < 4 ? operations(random.below(count), depth: depth + 1, &random) : []
    }
    switch random.below(40) {
    case 0..<8: return Operation(kind: .save, numbers: [table, id, random.below(4)])
    case 8..<11: return Operation(kind: .delete, numbers: [table, id])
    case 11..<16: return Operation(kind: .transaction, children: within(6))
    case 16..<18: return Operation(kind: .throwing, children: within(5))
    case 18..<20: return Operation(kind: .plain, children: within(4))
    case 20..<23: return Operation(kind: .respond, children: within(4))
    case 23: return Operation(kind: .badRespond, children: within(4))
    case 24..<27:
      return Operation(kind: .observeRow, numbers: [table, id], children: reactions(depth, &random))
    case 27, 28: return Operation(kind: .observeTable, numbers: [table], children: reactions(depth, &random))
    case 29: return Operation(kind: .observeStore, children: reactions(depth, &random))
    case 30: return Operation(kind: .rebind, numbers: [random.below(6), id])
    case 31: return Operation(kind: .cancel, numbers: [random.below(6)])
    case 32: return Operation(kind: .release, numbers: [random.below(6)])
    case 33: return Operation(kind: .undo)
    case 34: return Operation(kind: .redo)
    case 35: return Operation(kind: .move, numbers: [random.below(8)])
    case 36: return Operation(kind: .limit, numbers: [random.below(5), random.below(8)])
    case 37: return Operation(kind: .past, numbers: [random.below(5)])
    case 38: return Operation(kind: .foreign)
    default:
      return random.oneIn(3)
        ? Operation(kind: .cascadeLimit, numbers: [random.below(4)])
        : Operation(kind: .save, numbers: [table, id, random.below(4)])
    }
  }

  private static func reactions(_ depth: Int, _ random: inout SplitMix) -> [Operation] {
    guard depth < 4 else { return [] }
    return (0..<random.below(5)).map { _ in
      Operation(kind: .whenTold, children: operations(random.below(4), depth: depth + 1, &random))
    }
  }
}

/// A random program for a store: a tree of operations, each with its numbers and what is done within it.
///
/// It says nothing about how it is run, so that a real store and a naive one run the same.
struct Operation: Equatable {
  enum Kind: String, CaseIterable {
    case program
    /// Saves a number under an identity in a table, or removes it.
    case save, delete
    /// A transaction that commits, that throws at its end, or that cannot throw.
    case transaction, throwing, plain
    /// A write to another store's table.
    case foreign
    /// An answer that commits, or that throws.
    case respond, badRespond
    /// Begins to observe a row, a table, or the store.
    case observeRow, observeTable, observeStore
    /// Changes what an earlier observer does: it looks at another row, is cancelled, or goes away.
    case rebind, cancel, release
    case undo, redo, move
    case limit, cascadeLimit, past
    // What happens when somebody is called; each such operation is for one call.
    case whenTold, whenFault, whenTraced, whenEnded, whenCompared, whenHashed
  }

  var kind: Kind
  var numbers: [Int] = []
  var children: [Operation] = []

  /// How many operations the tree has.
  var count: Int { children.reduce(1) { $0 + $1.count } }

  /// The operation itself, without what is done within it.
  var headline: String { kind.rawValue + numbers.map { " \($0)" }.joined() }

  /// The program as indented lines.
  var lines: [String] {
    [headline] + children.flatMap { $0.lines.map { "  " + $0 } }
  }

  /// Programs that are a little smaller, the smallest first.
  var smaller: [Operation] {
    var smaller: [Operation] = []
    var half = children.count / 2
    while half > 0 {
      for start in stride(from: 0, to: children.count, by: half) {
        var copy = self
        copy.children.removeSubrange(start..<min(start + half, children.count))
        smaller.append(copy)
      }
      half /= 2
    }
    if children.count == 1 { smaller.append(Operation(kind: kind, numbers: numbers)) }
    for index in children.indices {
      let child = children[index]
      if !child.children.isEmpty, !child.children.contains(where: { $0.kind.isReaction }) {
        var copy = self
        copy.children.replaceSubrange(index...index, with: child.children)
        smaller.append(copy)
      }
      for other in child.smaller {
        var copy = self
        copy.children[index] = other
        smaller.append(copy)
      }
    }
    for index in numbers.indices where numbers[index] > 0 {
      for number in Set([0, numbers[index] / 2, numbers[index] - 1]).sorted() {
        var copy = self
        copy.numbers[index] = number
        smaller.append(copy)
      }
    }
    return smaller
  }

  /// The smallest program that can be reached by steps after each of which `fails` still holds.
  @MainActor func shrunk(_ fails: (Operation) -> Bool) -> Operation {
    var best = self
    while let next = best.smaller.first(where: fails) { best = next }
    return best
  }
}

extension Operation.Kind {
  /// Whether it is something that waits for a call.
  var isReaction: Bool {
    switch self {
    case .whenTold, .whenFault, .whenTraced, .whenEnded, .whenCompared, .whenHashed: true
    default: false
    }
  }
}

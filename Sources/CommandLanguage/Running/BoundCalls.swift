/// The bodies of commands that may run again, in loops and definitions, bound to the values of their arguments.
///
/// A body stays bound as long as its arguments have the same values. Each command has one place, which it may lose to
/// another one.
final class BoundCalls {
  /// The names of a kind's objects, as they were when arguments were read.
  struct Names {
    let kind: BoundKind
    let version: Int
  }

  private struct Call {
    let program: Program
    let node: Int32
    let names: [Names]
    let body: () throws -> Void
  }

  private static let placeCount: Int32 = 256
  private var calls: [Call?] = []

  /// Returns the body of a command; `nil` where its arguments have to be read.
  func body(of node: Int32, in program: Program) -> (() throws -> Void)? {
    guard !calls.isEmpty, let call = calls[Int(node % Self.placeCount)], call.node == node,
      call.program === program
    else { return nil }
    for names in call.names where names.kind.nameVersion != names.version { return nil }
    return call.body
  }

  /// Keeps the body of a command whose arguments were read.
  func keep(_ body: @escaping () throws -> Void, of node: Int32, in program: Program, names: [Names]) {
    if calls.isEmpty { calls = Array(repeating: nil, count: Int(Self.placeCount)) }
    calls[Int(node % Self.placeCount)] = Call(program: program, node: node, names: names, body: body)
  }
}

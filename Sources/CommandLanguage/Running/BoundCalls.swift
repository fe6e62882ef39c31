/// A cache of command bodies bound to their arguments, for commands in loops, definitions and blocks.
///
/// An entry is valid as long as its arguments have the same values. The cache is direct-mapped.
final class BoundCalls {
  /// The version of the names of a kind's objects when the arguments were read.
  struct Names {
    let kind: BoundKind
    let version: Int
  }

  private final class Call {
    let program: Program
    let node: Int32
    let names: [Names]
    let body: () throws -> Void

    init(_ body: @escaping () throws -> Void, of node: Int32, in program: Program, names: [Names]) {
      self.program = program
      self.node = node
      self.names = names
      self.body = body
    }
  }

  private static let indexCount: Int32 = 256
  private var calls: [Call?] = []

  /// Returns the bound body of a command; `nil` if its arguments must be read.
  func body(of node: Int32, in program: Program) -> (() throws -> Void)? {
    guard !calls.isEmpty, let call = calls[Int(node % Self.indexCount)], call.node == node,
      call.program === program
    else { return nil }
    for names in call.names where names.kind.nameVersion != names.version { return nil }
    return call.body
  }

  func removeAll() { calls = [] }

  func keep(_ body: @escaping () throws -> Void, of node: Int32, in program: Program, names: [Names]) {
    if calls.isEmpty { calls = Array(repeating: nil, count: Int(Self.indexCount)) }
    calls[Int(node % Self.indexCount)] = Call(body, of: node, in: program, names: names)
  }
}

/// An account of the memory that a session retains between commands: variables and definitions, objects, the syntax
/// that they capture, rows of watches, and the history.
///
/// The owner of retained memory charges it here and releases it again. The bytes are estimated from counts and lengths,
/// so the same lines reach the limit on every machine. Memory with several owners, such as a list that ten watches
/// captured, is counted once as long as it has an owner.
///
/// The current state must not exceed the limit: a command that would exceed it fails. The history uses the remainder
/// and drops its oldest steps if that is not enough.
public final class MemoryAccount {
  /// An owner of retained memory.
  public enum Keeper: Sendable {
    /// The current state of the session.
    case present
    /// The history, for undo and redo.
    case past
  }

  /// The maximum number of bytes; the setting `memory`.
  public var limit: Int { limitBytes }
  /// The bytes that the current state retains.
  public var present: Int { presentBytes }
  /// The bytes that only the history retains.
  public var past: Int { pastBytes }
  /// A closure that is called when the session and its history together exceed the limit. It drops steps of the
  /// history.
  public var makeRoom: () -> Void = {}

  // The storage is private because access from other modules would need exclusivity checks.
  var limitBytes: Int
  private var presentBytes = 0
  private var pastBytes = 0
  private var parts: [ObjectIdentifier: Part] = [:]

  /// Memory that may have several owners, with the number of owners of each kind.
  fileprivate struct Part: Equatable {
    let bytes: Int
    var presentCount = 0
    var pastCount = 0
  }

  init(limit: Int) { limitBytes = limit }

  func reset() { (charges, makeRoom) = (Charges(), {}) }

  /// The charges at one time, which can be copied to another account.
  public struct Charges: Equatable, Sendable {
    fileprivate var presentBytes = 0
    fileprivate var pastBytes = 0
    fileprivate var parts: [ObjectIdentifier: Part] = [:]
  }

  /// All charges.
  public var charges: Charges {
    get { Charges(presentBytes: presentBytes, pastBytes: pastBytes, parts: parts) }
    set { (presentBytes, pastBytes, parts) = (newValue.presentBytes, newValue.pastBytes, newValue.parts) }
  }

  /// A Boolean value that indicates whether the session and its history together exceed the limit.
  public var isExceeded: Bool { presentBytes + pastBytes > limitBytes }

  /// Charges memory to an owner.
  public func charge(_ use: MemoryUse, to keeper: Keeper) { change(use, of: keeper, by: 1) }

  /// Releases memory of an owner.
  public func release(_ use: MemoryUse, from keeper: Keeper) { change(use, of: keeper, by: -1) }

  private func change(_ use: MemoryUse, of keeper: Keeper, by sign: Int) {
    add(sign * use.bytes, to: keeper)
    for shared in use.shared {
      var part = parts[shared.identity] ?? Part(bytes: shared.bytes)
      if let payer = payer(of: part) { add(-part.bytes, to: payer) }
      switch keeper {
      case .present: part.presentCount += sign
      case .past: part.pastCount += sign
      }
      let payer = payer(of: part)
      if let payer { add(part.bytes, to: payer) }
      parts[shared.identity] = payer == nil ? nil : part
    }
  }

  /// Returns the owner that is charged for a part. The history is charged only for memory that the current state does
  /// not retain.
  private func payer(of part: Part) -> Keeper? {
    part.presentCount > 0 ? .present : part.pastCount > 0 ? .past : nil
  }

  private func add(_ bytes: Int, to keeper: Keeper) {
    switch keeper {
    case .present: presentBytes += bytes
    case .past: pastBytes += bytes
    }
  }

  func addToPresent(_ bytes: Int) { presentBytes += bytes }

  /// Returns the error if the current state exceeds the limit and has grown; otherwise `nil`.
  ///
  /// A state may exceed the limit from the beginning, because a store may hold more. It may then change and shrink, but
  /// not grow.
  public func excess(over former: Int) -> (any Error)? {
    presentBytes > limitBytes && presentBytes > former ? excess : nil
  }

  /// The error of a session that exceeds the limit.
  public var excess: any Error { LanguageError.reached(.memory(limit)) }
}

/// An amount of retained memory.
public struct MemoryUse: Sendable {
  /// The approximate number of bytes with a single owner.
  public var bytes: Int
  private(set) var shared: [Shared] = []

  struct Shared: Sendable {
    let identity: ObjectIdentifier
    let bytes: Int
  }

  /// A Boolean value that indicates whether parts of it may have other owners.
  public var isShared: Bool { !shared.isEmpty }

  /// Creates an amount of memory with a single owner.
  public init(bytes: Int = 0) { self.bytes = bytes }

  /// Adds another amount.
  public static func += (use: inout MemoryUse, other: MemoryUse) {
    use.bytes += other.bytes
    if !other.shared.isEmpty { use.shared += other.shared }
  }

  mutating func append(_ object: AnyObject, bytes: Int) {
    shared.append(Shared(identity: ObjectIdentifier(object), bytes: bytes))
  }
}

/// A value that syntax captured, stored once for all syntax that captures it.
final class CapturedValue: Sendable {
  let value: Value
  /// The approximate number of bytes.
  let byteCount: Int

  init(_ value: Value) {
    self.value = value
    byteCount = value.byteCount + 64
  }
}

extension CapturedSyntax {
  /// The memory of the program that the syntax is part of, and of the captured values.
  package var memory: MemoryUse {
    var use = MemoryUse(bytes: 64)
    use.append(program, bytes: program.byteCount)
    for captured in captured { use.append(captured.box, bytes: captured.box.byteCount) }
    return use
  }
}

extension Program {
  var byteCount: Int {
    var bytes = 256 + source.count + nodes.count * MemoryLayout<Node>.stride
    for text in texts { bytes += 16 + text.utf8.count }
    return bytes + 24 * (fallbacks.count + captures.count) + 4 * roots.count
  }
}

/// The numbers by which the language knows a kind's objects.
///
/// An identity that is a number is its own; others get lasting ones, in the order of their first mention.
public final class ObjectNumbers<M: Model> {
  /// A Boolean value that indicates whether an identity is itself a number.
  @usableFromInline let areIdentities: Bool
  @usableFromInline var numbers: [M.ID: Int]
  @usableFromInline var ids: [M.ID]
  @usableFromInline var initialCount = 0

  @inlinable
  init() {
    numbers = [:]
    ids = []
    if case .number = M.ID.fieldType { areIdentities = true } else { areIdentities = false }
  }

  /// Notes the numbers as those of a session that begins.
  func keepInitialState() { initialCount = ids.count }

  /// Takes back the numbers that were given since a session began.
  func reset() {
    while ids.count > initialCount { numbers[ids.removeLast()] = nil }
  }

  /// The number by which the language knows an identity.
  @inlinable
  public func number(of id: M.ID) -> Int {
    if areIdentities, case .number(let number) = id.fieldValue { return number }
    return givenNumber(of: id)
  }

  /// The number of an identity that has one; an identity that was not mentioned yet is not by this.
  func knownNumber(of id: M.ID) -> Int? {
    if areIdentities, case .number(let number) = id.fieldValue { return number }
    return numbers[id]
  }

  /// The identity of a number; `nil` for one that nobody has.
  @inlinable
  public func id(of number: Int) -> M.ID? {
    areIdentities ? M.ID(fieldValue: .number(number)) : id(ofGiven: number)
  }

  @usableFromInline
  func givenNumber(of id: M.ID) -> Int {
    if let number = numbers[id] { return number }
    ids.append(id)
    numbers[id] = ids.count
    return ids.count
  }

  @usableFromInline
  func id(ofGiven number: Int) -> M.ID? { ids.indices.contains(number - 1) ? ids[number - 1] : nil }
}

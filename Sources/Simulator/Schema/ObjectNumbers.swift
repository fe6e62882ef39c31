/// The numbers that identify a kind's objects in the language.
///
/// An identity that is a number is used unchanged. Other identities get numbers in the order of their first
/// mention.
public final class ObjectNumbers<M: Model> {
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

  func keepInitialState() { initialCount = ids.count }

  /// Removes the numbers assigned since the session began.
  func reset() {
    while ids.count > initialCount { numbers[ids.removeLast()] = nil }
  }

  /// Returns the number of an identity, assigning one if needed.
  @inlinable
  public func number(of id: M.ID) -> Int {
    if areIdentities, case .number(let number) = id.fieldValue { return number }
    return givenNumber(of: id)
  }

  /// Returns the number of an identity without assigning one; `nil` if it has none.
  func knownNumber(of id: M.ID) -> Int? {
    if areIdentities, case .number(let number) = id.fieldValue { return number }
    return numbers[id]
  }

  /// Returns the identity with a number; `nil` if there is none.
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

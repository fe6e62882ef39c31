import AutoUpdate

extension StepList {
  /// Returns the point after a step. For a number less than the first step's, returns the point before the first step.
  func point(after number: Int) -> Int {
    number < first
      ? (self[first]?.parts.lowerBound ?? end) : self[number]?.parts.upperBound ?? end
  }

  /// The steps that `goto` can reach, where 0 is the beginning; `nil` if there are none. The first is the step before
  /// the oldest stored one.
  var kept: ClosedRange<Int>? {
    let lowest = store.history.steps.lowerBound
    var number = first - 1
    while number < last, point(after: number) < lowest { number += 1 }
    return point(after: number) < lowest ? nil : number...last
  }

  /// The present position of the store. It has a part only within a step.
  var present: StepPosition { position(of: store.history.present) }

  func position(of point: Int) -> StepPosition {
    if point <= self.point(after: first - 1) { return StepPosition(step: first - 1) }
    let number = number(ofPart: point - 1)
    guard let step = self[number], step.parts.upperBound > point else { return StepPosition(step: number) }
    return StepPosition(step: number, part: point - step.parts.lowerBound)
  }

  func number(ofPart part: Int) -> Int {
    // Most calls are about the last step.
    if let parts = self[last]?.parts, parts.contains(part) { return last }
    var (low, high) = (first, last + 1)
    while low < high {
      let middle = (low + high) / 2
      if let step = self[middle], step.parts.upperBound <= part { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the position of a store's step: `7`, or `7.2` if its step has several parts.
  func name(ofPart part: Int) -> StepPosition {
    let number = number(ofPart: part)
    guard let step = self[number], step.parts.count > 1 else { return StepPosition(step: number) }
    return StepPosition(step: number, part: part - step.parts.lowerBound + 1)
  }

  /// A Boolean value that indicates whether the name of the last part that was done leads to this part.
  var lastPartHasName: Bool {
    let part = store.history.present - 1
    guard let kept = self[first]?.parts.lowerBound, part >= kept else { return true }
    return (try? parts(of: name(ofPart: part)))?.last == part
  }

  var presentParts: Range<Int>? {
    self[present.step].map { $0.parts.lowerBound..<min($0.parts.upperBound, store.history.present) }
  }

  /// Returns the point of a position.
  ///
  /// - Parameter parameter: The label of the argument that gave the position, for errors.
  /// - Throws: An error if there is no such point.
  func point(of position: StepPosition, parameter: String = "step") throws(RaisedError<HistoryError>) -> Int {
    let kept = kept
    let point =
      position.part == nil
      ? point(after: position.step) : try parts(of: position, parameter: parameter).upperBound
    guard point >= store.history.steps.lowerBound,
      position.part != nil || kept?.contains(position.step) == true
    else { throw HistoryError.noStep(position, last: last, kept: kept, parameter: parameter) }
    return point
  }

  /// Returns the parts of a position's step, from the first to the one that the position names.
  ///
  /// - Throws: An error if there are no such parts.
  func parts(of position: StepPosition, parameter: String = "step") throws(RaisedError<HistoryError>)
    -> Range<Int>
  {
    if position.step == 0 { throw HistoryError.noPart(position, count: 0, parameter: parameter) }
    guard let step = self[position.step] else {
      // The parts of the first reachable step are not stored.
      let kept = kept.flatMap { $0.count > 1 ? $0.lowerBound + 1...$0.upperBound : nil }
      throw HistoryError.noStep(position, last: last, kept: kept, parameter: parameter)
    }
    guard let part = position.part else { return step.parts }
    guard part >= 1, part <= step.parts.count else {
      throw HistoryError.noPart(position, count: step.parts.count, parameter: parameter)
    }
    return step.parts.lowerBound..<step.parts.lowerBound + part
  }
}

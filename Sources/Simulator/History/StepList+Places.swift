import AutoUpdate

/// The places of steps among the store's.
extension StepList {
  /// The point after a step; of the number before the first, the point before that.
  func point(after number: Int) -> Int {
    number < first
      ? (self[first]?.parts.lowerBound ?? end) : self[number]?.parts.upperBound ?? end
  }

  /// The steps after which one can go, the beginning being 0; the first is the one before the oldest kept step.
  var kept: ClosedRange<Int>? {
    let lowest = store.history.steps.lowerBound
    var number = first - 1
    while number < last, point(after: number) < lowest { number += 1 }
    return point(after: number) < lowest ? nil : number...last
  }

  /// The place of the store; a part only within a step.
  var present: StepPosition { position(of: store.history.present) }

  /// The place of a point.
  func position(of point: Int) -> StepPosition {
    if point <= self.point(after: first - 1) { return StepPosition(step: first - 1) }
    let number = number(ofPart: point - 1)
    guard let step = self[number], step.parts.upperBound > point else { return StepPosition(step: number) }
    return StepPosition(step: number, part: point - step.parts.lowerBound)
  }

  /// The number of the step that a store's step is part of.
  func number(ofPart part: Int) -> Int {
    var (low, high) = (first, last + 1)
    while low < high {
      let middle = (low + high) / 2
      if let step = self[middle], step.parts.upperBound <= part { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The name of a store's step: `7`, or `7.2` when its step has several parts.
  func name(ofPart part: Int) -> StepPosition {
    let number = number(ofPart: part)
    guard let step = self[number], step.parts.count > 1 else { return StepPosition(step: number) }
    return StepPosition(step: number, part: part - step.parts.lowerBound + 1)
  }

  /// The parts that are done of the step before the present; `nil` at the beginning, or where that step is not kept.
  var presentParts: Range<Int>? {
    self[present.step].map { $0.parts.lowerBound..<min($0.parts.upperBound, store.history.present) }
  }

  /// The point of a place.
  ///
  /// - Parameter parameter: the label of the argument that named the place.
  /// - Throws: why there is none.
  func point(of position: StepPosition, parameter: String = "step") throws(HistoryError) -> Int {
    let kept = kept
    let point =
      position.part == nil
      ? point(after: position.step) : try parts(of: position, parameter: parameter).upperBound
    guard point >= store.history.steps.lowerBound,
      position.part != nil || kept?.contains(position.step) == true
    else { throw .noStep(position, last: last, kept: kept, parameter: parameter) }
    return point
  }

  /// The parts of the step of a place, from the first to the one that the place names.
  ///
  /// - Throws: why there are none.
  func parts(of position: StepPosition, parameter: String = "step") throws(HistoryError) -> Range<Int> {
    if position.step == 0 { throw .noPart(position, count: 0, parameter: parameter) }
    guard let step = self[position.step] else {
      // Of the first step after which one can go, the parts are not kept.
      let kept = kept.flatMap { $0.count > 1 ? $0.lowerBound + 1...$0.upperBound : nil }
      throw .noStep(position, last: last, kept: kept, parameter: parameter)
    }
    guard let part = position.part else { return step.parts }
    guard part >= 1, part <= step.parts.count else {
      throw .noPart(position, count: step.parts.count, parameter: parameter)
    }
    return step.parts.lowerBound..<step.parts.lowerBound + part
  }
}

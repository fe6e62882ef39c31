import AutoUpdate

/// Where steps stand among the store's.
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

  /// Where the store stands; a part only within a step.
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

  /// The point of a place; `nil` when it is not kept.
  func point(of position: StepPosition) throws -> Int {
    guard let kept, kept.contains(position.step) || position.part != nil && kept.contains(position.step - 1)
    else { throw HistoryError.noStep(position, kept: kept) }
    guard let part = position.part else { return point(after: position.step) }
    guard let step = self[position.step] else { throw HistoryError.noStep(position, kept: kept) }
    guard part >= 1, part <= step.parts.count else {
      throw HistoryError.noPart(position, count: step.parts.count)
    }
    return step.parts.lowerBound + part
  }
}

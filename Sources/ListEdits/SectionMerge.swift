public import StoreMemory

/// A run of rows with the same section key.
@usableFromInline
package struct SectionRun<Key> {
  @usableFromInline package let key: Key
  /// The number of rows before a change, in a ``SectionMerge``.
  @usableFromInline package let oldCount: Int
  @usableFromInline package var count: Int

  @inlinable
  package init(key: Key, oldCount: Int = 0, count: Int) {
    self.key = key
    self.oldCount = oldCount
    self.count = count
  }
}

/// A computation of the sections of a changed list from the old ones, and of each touched row's old and new section.
///
/// Untouched rows stay in their sections, which are known by position. Keys are only compared to choose the section of
/// a touched row among those that its position allows. So even if comparisons are inconsistent, each section is one run
/// of rows and each row is in one section.
///
/// - Complexity: O(sections + k log k) for k touched rows.
@usableFromInline
package struct SectionMerge<Key: Comparable> {
  // Everything is inlinable, so that the code is specialised for the type of the keys.

  /// All sections of both lists, in order.
  @usableFromInline package var spans: ContiguousArray<SectionRun<Key>> = []
  @usableFromInline let old: ContiguousArray<SectionRun<Key>>
  /// The number of untouched rows in each old section.
  @usableFromInline var left: ContiguousArray<Int>
  /// The number of old sections in `spans`, and the number of untouched rows in them.
  @usableFromInline var taken = 0
  @usableFromInline var passed = 0

  /// - Parameters:
  ///   - items: the touched rows with their positions. The initialiser sets their sections.
  ///   - keys: the section key of each item that is in the new list.
  @inlinable
  package init(
    _ old: ContiguousArray<SectionRun<Key>>, items: inout ContiguousArray<TouchedRow>,
    keys: ContiguousArray<Key?>
  ) {
    self.old = old
    left = ContiguousArray(old.map(\.count))
    var order = PositionSort()
    order.sort(items.count) { items[$0].old }
    var (section, end) = (0, old.first?.count ?? 0)
    for item in order.order {
      while items[Int(item)].old >= end, section + 1 < old.count {
        section += 1
        end += old[section].count
      }
      items[Int(item)].oldSection = Int32(truncatingIfNeeded: section)
      left[section] -= 1
    }
    var spanOfOld = ContiguousArray(repeating: 0, count: old.count)
    order.sort(items.count) { items[$0].new }
    for (position, item) in order.order.enumerated() {
      guard let key = keys[Int(item)] else { continue }
      take(until: Int(items[Int(item)].new) - position, for: key, &spanOfOld)
      spans[spans.count - 1].count += 1
      items[Int(item)].newSection = Int32(truncatingIfNeeded: spans.count - 1)
    }
    while taken < old.count { takeNext(&spanOfOld) }
    for index in items.indices where items[index].old >= 0 {
      items[index].oldSection = Int32(truncatingIfNeeded: spanOfOld[Int(items[index].oldSection)])
    }
  }

  /// Makes the section of a row after `gap` untouched rows the last of `spans`.
  @inlinable
  mutating func take(until gap: Int, for key: Key, _ spanOfOld: inout ContiguousArray<Int>) {
    while taken < old.count, passed < gap { takeNext(&spanOfOld) }
    // Between the untouched rows of a section, there is no choice.
    if passed > gap { return }
    if let last = spans.last, KeyOrder().isSame(last.key, key) { return }
    while taken < old.count, left[taken] == 0, KeyOrder().precedes(old[taken].key, key) {
      takeNext(&spanOfOld)
    }
    if taken < old.count, KeyOrder().isSame(old[taken].key, key) { return takeNext(&spanOfOld) }
    spans.append(SectionRun(key: key, count: 0))
  }

  @inlinable
  mutating func takeNext(_ spanOfOld: inout ContiguousArray<Int>) {
    spanOfOld[taken] = spans.count
    spans.append(SectionRun(key: old[taken].key, oldCount: old[taken].count, count: left[taken]))
    passed += left[taken]
    taken += 1
  }
}

extension ListDiff {
  /// Sets sections that are the same in both lists.
  @inlinable
  package mutating func setSections<Key>(keeping runs: ContiguousArray<SectionRun<Key>>) {
    var start = 0
    for run in runs {
      let first = Int32(truncatingIfNeeded: start)
      sections.append(Section(isOld: true, isNew: true, oldStart: first, newStart: first))
      start += run.count
    }
  }

  @inlinable
  package mutating func setSections<Key>(_ spans: ContiguousArray<SectionRun<Key>>) {
    var (oldStart, newStart) = (0, 0)
    for span in spans {
      sections.append(
        Section(
          isOld: span.oldCount > 0, isNew: span.count > 0, oldStart: Int32(truncatingIfNeeded: oldStart),
          newStart: Int32(truncatingIfNeeded: newStart)))
      oldStart += span.oldCount
      newStart += span.count
    }
  }
}

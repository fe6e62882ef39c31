public import ListEdits
public import StoreMemory

/// A live query whose models stand in sections.
///
/// ```swift
/// let board = SectionedQuery(cards, sections: { $0.column }) { SortKeys($0.rank, $0.id) }
/// for section in board.sections { print(section.key, board.models(in: section.range)) }
/// ```
///
/// Section keys that do not equal themselves, such as NaN, are one section, the last one. With keys that have
/// no consistent order, it is not specified in which section a model is, but it is in one of them.
///
/// - Complexity: as ``LiveQuery``, and O(sections) more for a transaction.
public final class SectionedQuery<Model: Storable, SectionKey: Comparable>: LiveQuery<Model> {
  /// A run of models with the same section key.
  public struct Section: Equatable {
    /// The key that its models share.
    public let key: SectionKey
    /// The indices of its models in the query.
    public let range: Range<Int>

    /// A section of the models at `range`.
    public init(key: SectionKey, range: Range<Int>) {
      self.key = key
      self.range = range
    }
  }

  private let runs: () -> ContiguousArray<SectionRun<SectionKey>>

  @usableFromInline
  init(
    _ index: QueryIndex<Model, some SortOrder, SectionKey>,
    _ runs: @escaping () -> ContiguousArray<SectionRun<SectionKey>>
  ) {
    self.runs = runs
    super.init(index)
  }

  /// The models that meet a condition, in sections, each in the order of a key.
  ///
  /// - Parameters:
  ///   - table: the table whose models are listed.
  ///   - condition: which models are in the list; all when left out.
  ///   - limit: how many models at most; the first ones in order are in the list.
  ///   - section: what the models of a section have in common; sections stand in its order.
  ///   - key: what to sort by within a section.
  @inlinable
  public convenience init<Key: Comparable>(
    _ table: Table<Model>, where condition: @escaping (Model) -> Bool = { _ in true }, limit: Int? = nil,
    sections section: @escaping (Model) -> SectionKey, by key: @escaping (Model) -> Key
  ) {
    let index = QueryIndex<Model, KeyOrder<SortKeys<SectionKey, Key>>, SectionKey>(
      table, order: KeyOrder(), limit: { limit }, condition: condition,
      key: { SortKeys(section($0), key($0)) }, sectionKey: { $0.first })
    self.init(index) { index.list.sections }
  }

  /// The sections in their order, none of them empty.
  public var sections: [Section] {
    let end = count
    var start = 0
    return runs().compactMap { run in
      let range = start..<Swift.min(start + run.count, end)
      start = range.upperBound
      return range.isEmpty ? nil : Section(key: run.key, range: range)
    }
  }

  override package func modelsBySection() -> [[Model]] { sections.map { models(in: $0.range) } }
  override package func sectionStarts() -> [Int] { sections.map(\.range.lowerBound) }
}

extension SectionedQuery.Section: Sendable where SectionKey: Sendable {}

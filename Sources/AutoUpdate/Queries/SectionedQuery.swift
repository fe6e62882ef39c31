public import ListEdits
public import StoreMemory

/// A live query whose models are grouped into sections.
///
/// ```swift
/// let board = SectionedQuery(cards, sections: { $0.column }) { SortKeys($0.rank, $0.id) }
/// for section in board.sections { print(section.key, board.models(in: section.range)) }
/// ```
///
/// Section keys that do not equal themselves, such as NaN, form one section, which is the last one. If the keys have no
/// consistent order, the section of a model is unspecified, but every model is in exactly one section.
///
/// - Complexity: like ``LiveQuery``, plus O(sections) for a transaction.
public final class SectionedQuery<Model: Storable, SectionKey: Comparable>: LiveQuery<Model> {
  /// A run of models with the same section key.
  public struct Section: Equatable {
    /// The key of all its models.
    public let key: SectionKey
    /// The indices of its models in the query.
    public let range: Range<Int>

    /// Creates a section of the models at `range`.
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

  /// Creates a list of the models that meet a condition, grouped into sections and sorted by a key within each section.
  ///
  /// - Parameters:
  ///   - table: the table of the models.
  ///   - condition: returns whether a model is in the list; by default, all are.
  ///   - limit: the maximum number of models; if there are more, the list contains the first ones.
  ///   - section: returns the section key of a model; the sections are sorted by it.
  ///   - key: the key to sort by within a section.
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

  /// The sections in order. No section is empty.
  public var sections: [Section] {
    let end = count
    var start = 0
    return runs().compactMap { run in
      let range = start..<Swift.min(start + run.count, end)
      start = range.upperBound
      return range.isEmpty ? nil : Section(key: run.key, range: range)
    }
  }

  /// The model at a position in a section, such as the position of an edit.
  ///
  /// - Precondition: the section and the row exist.
  /// - Complexity: O(sections + log n).
  public subscript(position: ListPosition) -> Model {
    let runs = runs()
    precondition(runs.indices.contains(position.section), "there is no such section")
    precondition(
      position.row >= 0 && position.row < runs[position.section].count, "there is no such row in the section")
    return self[runs[..<position.section].reduce(position.row) { $0 + $1.count }]
  }

  override package func modelsBySection() -> [[Model]] { sections.map { models(in: $0.range) } }
  override package func sectionStarts() -> [Int] { sections.map(\.range.lowerBound) }
}

extension SectionedQuery.Section: Sendable where SectionKey: Sendable {}

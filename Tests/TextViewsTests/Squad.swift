import AutoUpdate
import TextViews

/// Soldiers in a store, shown in the order of their ranks by cells of one text, so that every line says
/// all that is visible of a row.
final class Squad {
  struct Member: Storable {
    let id: Int
    var name: String
    var hp = 1
    var rank: Int
  }

  final class MemberCell: Cell<Member> {
    var reuses = 0

    override func write(_ member: Member, to fields: inout Fields) {
      fields.append(text: "\(member.name):\(member.hp)")
    }

    override func prepareForReuse() {
      super.prepareForReuse()
      reuses += 1
    }
  }

  let store = DataStore()
  let members: Table<Member>
  let query: LiveQuery<Member>
  /// Every cell that a list asked for.
  private(set) var made: [MemberCell] = []

  /// Members named so, with the ranks 0, 10, 20…, and their ranks as identities.
  init(_ names: [String] = []) throws {
    members = store.table(of: Member.self)
    query = LiveQuery(members) { SortKeys($0.rank, $0.id) }
    try change { transaction in
      for (place, name) in names.enumerated() {
        transaction.save(Member(id: place * 10, name: name, rank: place * 10))
      }
    }
  }

  func list(
    _ path: String = "list", height: Int, anchor: ListView<Member>.Anchor = .top, on console: Console
  ) -> ListView<Member> {
    ListView(ViewPath(path), of: self.query, height: height, anchor: anchor, on: console) { [unowned self] in
      let cell = MemberCell()
      made.append(cell)
      return cell
    }
  }

  func change(_ change: (Transaction) -> Void) throws {
    try store.transaction("test") { (transaction) throws(StoreError) in change(transaction) }
  }

  func update(_ id: Int, _ change: (inout Member) -> Void) throws {
    try self.change { transaction in transaction.update(id, in: members, change) }
  }

  func add(_ name: String, rank: Int) throws {
    try change { $0.save(Member(id: rank, name: name, rank: rank)) }
  }
}

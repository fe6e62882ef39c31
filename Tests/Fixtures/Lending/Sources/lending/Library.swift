import CommandLanguage
import Simulator

enum Shelf: String, FieldWord { case new, stock, lent, lost }

struct Reader: Model {
  let id: Int
  var name: String

  static let schema = Schema<Reader>(
    "reader", plural: "readers", "who borrows", named: \.name, new: { Reader(id: $0, name: $1) }
  ) {
    Field("name", \.name)
  }
}

struct Book: Model {
  let id: Int
  var title: String
  var shelf = Shelf.new
  var copies = 1
  var reader: Reference<Reader>?

  static let schema = Schema<Book>(
    "book", plural: "books", "what is lent", named: \.title, new: { Book(id: $0, title: $1) }
  ) {
    Field("title", \.title)
    Field("shelf", \.shelf, next: [.new: [.stock], .stock: [.lent, .lost], .lent: [.stock, .lost]])
    Field("copies", \.copies, in: 1...9, column: .trailing(1))
    Field("reader", \.reader, "who has it")
  }
}

let library = World("lending", Reader.schema, Book.schema) {
  List("catalogue", of: Book.self, by: \.title)
  Label("out") { world in
    let lent = world.all(Book.self).filter { $0.shelf == .lent }
    return lent.isEmpty ? "" : "\(lent.count) of \(world.all(Book.self).count) lent"
  }
  Constraint("who has a book is known") { "not any books where shelf == lent and reader == none" }
  Command("lend", "Lend a book", .one(Book.self), .one(Reader.self)) { world, book, reader in
    try world.change(book) { ($0.shelf, $0.reader) = (.lent, reader) }
  }
  Command("takeback", "Take a book back", .one(Book.self)) { world, book in
    try world.change(book) { ($0.shelf, $0.reader) = (.stock, nil) }
  }
}

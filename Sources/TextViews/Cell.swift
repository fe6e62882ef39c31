public import AutoUpdate

/// A row of text that shows one model and prints what changes in it.
///
/// ```swift
/// final class HeroCell: Cell<Hero> {
///   override var columns: Columns { heroColumns }
///   override func write(_ hero: Hero, to fields: inout Fields) {
///     fields.append(text: hero.name)
///     fields.append(number: hero.hp)
///   }
/// }
/// cell.attach(to: ViewPath("hero"), on: console)
/// cell.autoUpdate("arthur", from: store)     // + hero  Arthur    100 hp
/// ```
///
/// It holds no more than what it shows. In a list the list prepares it; on its own it updates itself.
open class Cell<Model: Storable>: AutoUpdating {
  public final var subscription: Subscription?
  /// What the cell shows.
  public private(set) final var model: Model?
  /// How it shows it.
  public private(set) final var fields = Fields()
  /// Where it prints; a cell that is attached nowhere prints nothing.
  private final var console: Console?
  public private(set) final var path = ViewPath("")
  /// The cell's place in its list, from 0.
  final var row: Int?

  public init() {}

  /// How the fields are laid out.
  open var columns: Columns { .single }

  /// Writes what is shown of a model: a field for each column. Overrides need not call it.
  open func write(_ model: Model, to fields: inout Fields) {}

  /// Gives the cell a name and a place to print to.
  public final func attach(to path: ViewPath, row: Int? = nil, on console: Console) {
    self.path = path
    self.row = row
    self.console = console
  }

  /// Shows a model, or none, and prints the difference to what was shown.
  open func prepare(with model: Model?) {
    guard let console else {
      fields.removeAll()
      if let model { write(model, to: &fields) }
      self.model = model
      return
    }
    var next = console.takeScratch()
    switch (self.model != nil, model) {
    case (true, let model?):
      write(model, to: &next)
      if fields != next { console.changed(path, row: row, from: fields, to: next, in: columns) }
    case (false, let model?):
      write(model, to: &next)
      console.appeared(path, row: row, next, in: columns)
    case (true, nil):
      console.disappeared(path, row: row, fields, in: columns)
    case (false, nil):
      break
    }
    swap(&fields, &next)
    console.giveBack(next)
    self.model = model
  }

  /// Forgets what was shown, without a line, and observes nothing: the cell is ready for another model.
  ///
  /// Overrides call it.
  open func prepareForReuse() {
    subscription = nil
    model = nil
    fields.removeAll()
    row = nil
  }

  /// Shows the model at another place of the list.
  final func move(to row: Int, with model: Model) {
    guard let console, let from = self.row else { return prepare(with: model) }
    var next = console.takeScratch()
    write(model, to: &next)
    console.moved(path, from: from, to: row, was: fields, is: next, in: columns)
    swap(&fields, &next)
    console.giveBack(next)
    self.model = model
    self.row = row
  }
}

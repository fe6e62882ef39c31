public import AutoUpdate

/// A row of text that shows one model and prints its changes.
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
/// A cell stores only what it shows. In a list, the list prepares it. Outside a list, it updates itself.
open class Cell<Model: Storable>: AutoUpdating {
  public final var subscription: Subscription?
  /// The model that the cell shows.
  public final var model: Model? { current }
  @usableFromInline final var current: Model?
  @usableFromInline final let shown = ShownRow()
  /// Returns the source by which events identify a model; `nil` if events have no source.
  public final var identify: ((Model) -> ViewSource)? {
    didSet {
      guard let identify else { return shown.source = nil }
      shown.source = { [unowned self] in current.map(identify) }
    }
  }

  /// Creates an empty cell.
  public init() {}

  /// The layout of the fields, which is read when the cell is attached.
  open var columns: Columns { .single }

  /// Writes the fields that show a model, one for each column. An override need not call `super`.
  open func write(_ model: Model, to fields: inout Fields) {}

  /// The fields of the cell.
  public final var fields: Fields { shown.fields }

  /// The path under which the cell prints; empty if the cell is not attached.
  public final var path: ViewPath { shown.path }

  /// Sets the path of the cell and the console to which it prints. A cell that is not attached prints nothing.
  public final func attach(to path: ViewPath, on console: Console) {
    shown.path = path
    shown.columns = columns
    shown.console = console
  }

  /// Shows a model, or `nil` for none, and prints the difference from the previous contents.
  @inlinable
  public final func prepare(with model: Model?) {
    guard let model else {
      if current != nil { shown.disappear() }
      current = nil
      return
    }
    var next = shown.takeNext()
    write(model, to: &next)
    let wasShown = current != nil
    current = model
    if wasShown {
      shown.change(to: next)
    } else {
      shown.appear(with: next)
    }
  }

  /// Clears the cell without printing and ends its observation, so that it can show another model.
  ///
  /// An override must call `super`.
  open func prepareForReuse() {
    subscription = nil
    current = nil
    shown.clear()
    shown.index = nil
  }

  final func move(to index: Int, with model: Model) {
    var next = shown.takeNext()
    write(model, to: &next)
    current = model
    shown.move(to: index, with: next)
  }
}

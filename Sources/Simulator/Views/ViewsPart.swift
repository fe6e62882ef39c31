import AutoUpdate
import CommandLanguage
import TextViews
import TerminalText

/// The part of every world that supports screens, lists and labels. It is declared after all parts that declare views.
struct ViewsPart: WorldPart {
  func declare(in declarations: inout Declarations) {
    let views = declarations.views
    declarations.schemas.append(ScreenState.schema)
    declarations.kindsOfViews.append(ScreenState.schema.name)
    declarations.kinds.append((ViewKind.kind, { ViewObjects(of: $0) }))
    declarations.topics.append("views")
    declarations.errors.append(RaisedError<ViewError>.self)
    declarations.commands += ViewCommands(screens: views.filter { $0.kind == .screen }.map(\.path)).all
    for view in views where !view.path.utf8.contains(UInt8(ascii: "/")) {
      let path = ViewPath(view.path)
      declarations.reservedNames.append(view.path)
      declarations.roots.append(
        Root(view.path, Self.summary(of: view, among: views), type: .object(.view)) {
          ViewKind.value(path, in: $0) ?? .none
        })
    }
    declarations.problems += Self.problems(with: views)
    declarations.coverage += ViewCoverage.parts(of: declarations)
    declarations.children.append { ViewKind.value($1, $2, in: $0) }
    declarations.whyTargets.append { simulation in simulation.stage.all.map { "\($0.path)" } }
    declarations.whyAnswers.append { try $0.whyView($1, $2) }
    declarations.installs.append { simulation in
      simulation.stage.follow(simulation.table(of: ScreenState.self))
      simulation.stage.begin()
    }
  }

  private static func summary(of view: DeclaredView, among views: [DeclaredView]) -> String {
    switch view.kind {
    case .list, .label: return "the view: visible, text"
    case .screen:
      let prefix = view.path + "/"
      let inner = views.filter { $0.path.hasPrefix(prefix) }.map { String($0.path.dropFirst(prefix.count)) }
      return "the screen: " + English.enumeration(["visible"] + inner)
    }
  }

  private static func problems(with views: [DeclaredView]) -> [String] {
    var known: Set<String> = []
    return views.filter { !known.insert($0.path).inserted }.map { "two views are called “\($0.path)”" }
  }
}

extension Simulation {
  func whyView(_ target: String, _ row: String?) throws -> [String]? {
    guard let (view, around) = stage.find(target) ?? labelAlone(target) else {
      if row == nil { return nil }
      throw ViewError.unknownView(target, among: stage.all.map { "\($0.path)" }, argument: 0)
    }
    guard let row else {
      // A list is visible whenever its screen is.
      if let around, view.asList != nil {
        return try ReasonSearch(simulation: self).lines(about: around.reasons)
      }
      let lines = try ReasonSearch(simulation: self).lines(about: view.reasons, in: around?.reasons)
      return (lines.isEmpty ? ["shown since the beginning"] : lines) + view.remarks
    }
    if let reasons = try view.reasons(ofRow: row) {
      let lines = try ReasonSearch(simulation: self).lines(about: reasons, in: around?.reasons)
      return (lines.isEmpty ? ["shown since the beginning"] : lines) + view.remarks
    }
    guard let (list, screen) = stage.list("\(view.view.path)") else {
      throw ViewError.withoutRows([Quoting.message(target)], argument: 0)
    }
    return try list.lines(aboutRow: row, in: screen?.reasons)
  }

  /// Returns a label by its last name alone: `title` for `app/title`.
  private func labelAlone(_ name: String) -> (view: any StagedView, around: StagedScreen?)? {
    let found = stage.staged.first {
      ($0.view is LabelView || $0.view is RowsView) && "\($0.view.path)".hasSuffix("/" + name)
    }
    return found.map { ($0, nil) }
  }
}

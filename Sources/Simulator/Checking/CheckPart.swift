import CommandLanguage

/// The part that declares the command `verify`. Scenarios use it to reproduce the findings of exploration.
struct CheckPart: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.errors.append(Fault.self)
    declarations.commands.append(
      Command(
        "verify", "Check that views, history and digest agree with the store",
        .optional(.choice("mode", "on or off", of: ["on", "off"]))
      ) { simulation, mode in
        try simulation.verify(mode)
      }
      .with(
        topic: "checks",
        help: """
          It fails if a view differs from a new one, or an invariant does not hold or cannot be computed. After “verify \
          on”, each line is also checked: what it printed must turn the old screens into the new ones, and undo and redo \
          must restore them. “verify” then reports the first fault.
          """,
        examples: ["verify", "verify on"], traits: [.direct, .contained, .aboutThePast]))
  }
}

extension Simulation {
  func verify(_ mode: String?) throws {
    switch mode {
    case "on": checking.begin(.all)
    case "off": checking.end()
    default:
      declarations.follow()
      if let fault = checking.checkNow() { throw fault }
    }
  }
}

extension CheckService {
  /// Returns the first fault found so far, or else one found by checking the present state; `nil` if there is none.
  public func checkNow() -> Fault? {
    if let fault = takeFault() { return fault }
    let outer = scope
    // The events of views are checked only while views are followed.
    if outer?.contains(.views) != true { begin([.views, .scratch]) }
    checkState([.views, .scratch], present)
    let fault = takeFault()
    if let outer { if !outer.contains(.views) { begin(outer) } } else { end() }
    return fault
  }
}

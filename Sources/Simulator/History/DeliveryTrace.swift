import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// A trace of deliveries: for each command, the observers called, their order, and the number of lines that each
/// printed.
final class DeliveryTrace: DeliveryTracer {
  private struct Call {
    var name: String
    var depth: Int
    var isSilent: Bool
    var lineCount = 0

    /// A Boolean value that indicates whether the call is listed: a silent observer is listed only if it makes views
    /// print.
    var shows: Bool { lineCount > 0 || !isSilent }
  }

  private unowned let simulation: Simulation
  private var cause = ""
  private var calls: [Call] = []
  private var depth = 0
  private var takenCount = 0
  /// The number of transactions delivered since the last report.
  private var deliveries = 0

  /// The console, whose recorded events are counted.
  private let console: Console

  init(of simulation: Simulation) {
    self.simulation = simulation
    console = simulation.console
    console.beginRecording()
  }

  deinit { console.endRecording() }

  /// The names of the observers that print nothing themselves.
  static let internalNames: Set<String> = ["names", "digest", "stage", "coverage"]

  func willDeliver(cause: String) {
    if deliveries == 0 { self.cause = cause }
    deliveries += 1
  }

  func deliver(to name: String, _ call: () -> Void) {
    let index = calls.count
    let isSilent = Self.internalNames.contains(name) || simulation.parts.silentObservers.contains(name)
    calls.append(Call(name: name, depth: depth, isSilent: isSilent))
    let before = console.eventCount
    depth += 1
    call()
    depth -= 1
    calls[index].lineCount = max(0, console.eventCount - before)
  }

  /// Returns the calls since the last delivery; `nil` if there are none or a call is in progress.
  ///
  /// - Parameter isLast: Indicates whether the calls can be dropped, because no report will print them.
  func takeDelivery(isLast: Bool) -> Delivery? {
    guard depth == 0 else { return nil }
    defer { if isLast { clear() } else { takenCount = calls.count } }
    let new = calls[takenCount...]
    if new.isEmpty { return nil }
    let shown = new.filter(\.shows).map { Delivery.Call(name: $0.name, lineCount: $0.lineCount) }
    return Delivery(calls: shown, passingCount: new.count - shown.count)
  }

  /// Drops the calls that have not been reported.
  func clear() { (calls, deliveries, takenCount) = ([], 0, 0) }

  /// Prints the calls since the last report.
  func report() {
    guard deliveries > 0 else { return }
    simulation.flush()
    let views = calls.filter(\.shows)
    let printed = views.filter { $0.lineCount > 0 }.count
    var counts = "\(printed) printed, \(views.count - printed) had nothing to print"
    if views.count < calls.count { counts += ", \(calls.count - views.count) only notified others" }
    simulation.output.writeLine("\(Quoting.message(cause)) was delivered to \(calls.count): \(counts)")
    for (index, call) in calls.enumerated() {
      let name = call.name.isEmpty ? "an unnamed observer" : Escaping.escaped(call.name)
      let what =
        !call.shows
        ? "notified others"
        : call.lineCount == 0 ? "nothing to print" : English.count(call.lineCount, "line")
      simulation.output.writeLine(
        String(repeating: "  ", count: call.depth + 1) + "\(index + 1)  \(name): \(what)")
    }
    clear()
  }
}

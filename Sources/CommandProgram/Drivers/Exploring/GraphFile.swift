import Exploration
import Posix
import Scenarios
import TerminalText

/// A drawing of a search's states: a `.dot` file for Graphviz, or a self-contained HTML page.
struct GraphFile {
  private let states: [String]
  /// The number of steps from the first state, for each state.
  private let levels: [Int]
  private let steps: [(from: Int, to: Int, commands: [String])]

  init(_ edges: [StateEdge]) {
    var (states, numbers): ([String], [String: Int]) = ([], [:])
    func number(_ state: String) -> Int {
      if let number = numbers[state] { return number }
      numbers[state] = states.count
      states.append(state)
      return states.count - 1
    }
    // The initial state gets the number 0. The edge to it has no source.
    for edge in edges where edge.from == nil { _ = number(edge.to) }
    var steps: [(from: Int, to: Int, commands: [String])] = []
    var indices: [[Int]: Int] = [:]
    for edge in edges {
      guard let from = edge.from else { continue }
      let ends = [number(from), number(edge.to)]
      if let index = indices[ends] {
        steps[index].commands.append(edge.command)
      } else {
        indices[ends] = steps.count
        steps.append((ends[0], ends[1], [edge.command]))
      }
    }
    self.states = states
    self.steps = steps
    levels = Self.levels(states.count, steps)
  }

  private static func levels(_ count: Int, _ steps: [(from: Int, to: Int, commands: [String])]) -> [Int] {
    var next: [[Int]] = Array(repeating: [], count: count)
    for step in steps { next[step.from].append(step.to) }
    var levels = Array(repeating: -1, count: count)
    var queue = count > 0 ? [0] : []
    if count > 0 { levels[0] = 0 }
    var head = 0
    while head < queue.count {
      let state = queue[head]
      head += 1
      for other in next[state] where levels[other] < 0 {
        levels[other] = levels[state] + 1
        queue.append(other)
      }
    }
    return levels.map { max(0, $0) }
  }

  /// Writes the drawing in the format that the file name's ending selects. Returns an error message, or `nil` on
  /// success.
  ///
  /// Any file at the path is replaced. Call ``problem(with:)`` first, which detects a file that is not an earlier
  /// graph.
  func write(to path: FilePath) -> String? {
    let text = path.text.hasSuffix(".html") ? page : dot
    do throws(FileFailure) {
      try PosixFiles().write(Array(text.utf8), to: path, if: .always)
      return nil
    } catch {
      return error.description
    }
  }

  /// The beginnings of the two forms, which identify an earlier graph.
  private static let (dotStart, pageStart) = (
    "digraph states {\n", "<!doctype html><meta charset=\"utf-8\"><title>States</title>\n"
  )

  /// Returns the reason why a graph cannot be written to a path, or must not be written there because it would replace
  /// another file; `nil` if there is none.
  static func problem(with path: FilePath) -> String? {
    do throws(FileFailure) {
      try PosixFiles().checkIsWritable(path)
      let bytes = try PosixFiles().read(path, byteCountMax: 1 << 28)
      if bytes.isEmpty || [dotStart, pageStart].contains(where: { bytes.starts(with: $0.utf8) }) {
        return nil
      }
      return FileFailure(path, .exists).description
    } catch {
      return error.reason == .missing ? nil : error.description
    }
  }

  /// The drawing as a Graphviz graph.
  var dot: String {
    func escaped(_ text: String) -> String {
      Escaping.escaped(text).unicodeScalars.reduce(into: "") {
        if $1 == "\"" || $1 == "\\" { $0 += "\\" }
        $0.unicodeScalars.append($1)
      }
    }
    var text = Self.dotStart + "  node [shape=box, style=rounded];\n"
    for (number, state) in states.enumerated() {
      text += "  s\(number) [label=\"\(escaped(state))\"\(number == 0 ? ", penwidth=2" : "")];\n"
    }
    for step in steps {
      let label = step.commands.map(escaped).joined(separator: "\\n")
      text += "  s\(step.from) -> s\(step.to) [label=\"\(label)\"];\n"
    }
    return text + "}\n"
  }

  // MARK: Page

  private static let (width, height, gapX, gapY) = (200, 34, 60, 70)

  /// The drawing as an HTML page, with a row for each number of steps from the first state.
  var page: String {
    var columns: [Int: Int] = [:]
    let corners = states.indices.map { state -> (x: Int, y: Int) in
      let level = levels[state]
      let column = columns[level, default: 0]
      columns[level] = column + 1
      return (20 + column * (Self.width + Self.gapX), 20 + level * (Self.height + Self.gapY))
    }
    let right = (corners.map(\.x).max() ?? 0) + Self.width + 40
    let bottom = (corners.map(\.y).max() ?? 0) + Self.height + 60
    var text = """
      \(Self.pageStart)\
      <style>body{font:13px sans-serif}rect{fill:#f4f6fa;stroke:#456}path{fill:none;stroke:#89a}
      text{font-size:12px}.step{fill:#567;font-size:10px}g:hover path{stroke:#d33;stroke-width:2}</style>
      <svg width="\(right)" height="\(bottom)" xmlns="http://www.w3.org/2000/svg">
      <defs><marker id="end" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">
      <path d="M0,0 L7,3 L0,6 z" style="fill:#89a"/></marker></defs>

      """
    for step in steps { text += line(from: corners[step.from], to: corners[step.to], step.commands) }
    for (state, corner) in corners.enumerated() {
      text +=
        "<rect x=\"\(corner.x)\" y=\"\(corner.y)\" width=\"\(Self.width)\" height=\"\(Self.height)\" rx=\"6\"/>"
      text += "<text x=\"\(corner.x + 8)\" y=\"\(corner.y + 21)\">\(XML.attribute(states[state]))</text>\n"
    }
    return text + "</svg>\n"
  }

  private func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ commands: [String]) -> String {
    let (x, y) = (start.x + Self.width / 2, start.y + Self.height)
    let isDown = end.y > start.y
    let (toX, toY) = (end.x + Self.width / 2 + (isDown ? 0 : 30), isDown ? end.y : end.y + Self.height)
    let bend = isDown ? (toY - y) / 2 : 45
    let label = XML.attribute(commands.joined(separator: ", "))
    return """
      <g><path marker-end="url(#end)" d="M\(x),\(y) C\(x),\(y + bend) \(toX),\(isDown ? toY - bend : toY + bend) \(toX),\(toY)"/>\
      <text class="step" x="\((x + toX) / 2 + 4)" y="\((y + toY) / 2 + (isDown ? 0 : 30))">\(label)</text></g>

      """
  }
}

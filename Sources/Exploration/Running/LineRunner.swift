import CommandLanguage

/// Runs command lines in one session and sees what is wrong. Each text is read once.
final class LineRunner {
  let explored: any ExploredSession
  private let session: any Session
  private var prepared: [String: PreparedLine] = [:]
  /// The output of the last line.
  private(set) var output: [UInt8] = []

  /// The number of texts whose parsed form is kept.
  private static let preparedCountMax = 50_000

  init(_ explored: any ExploredSession) {
    self.explored = explored
    session = explored.session
  }

  /// Runs a line; what the checks, or its end, find wrong.
  func run(_ text: String) -> Fault? {
    if let command = read(text) { return run(command, text) }
    output.removeAll(keepingCapacity: true)
    _ = session.run(text.utf8.span, into: &output)
    return takeFault(text)
  }

  /// The same with a line that has been read.
  func run(_ command: PreparedLine, _ text: String) -> Fault? {
    output.removeAll(keepingCapacity: true)
    _ = session.run(command, into: &output)
    return takeFault(text)
  }

  private func takeFault(_ text: String) -> Fault? {
    if let fault = explored.takeFault() { return fault }
    return explored.reachedLimit.map { Fault(.limit, $0, "“\(text)” reaches the limit “\($0)”") }
  }

  /// Reads a line once; `nil` for what is not one command line.
  func read(_ text: String) -> PreparedLine? {
    if let known = prepared[text] { return known }
    guard var reader = session.makeReader() else { return nil }
    reader.feed(text.utf8.span)
    reader.finish()
    guard let first = reader.next(), reader.next() == nil, let command = session.prepare([first]).first else {
      return nil
    }
    if prepared.count >= Self.preparedCountMax { prepared.removeAll(keepingCapacity: true) }
    prepared[text] = command
    return command
  }
}

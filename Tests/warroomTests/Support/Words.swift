import Scenarios

@testable import warroom

extension Invocation {
  /// Reads words that are UTF-8.
  init(_ words: [String]) { self.init(words.map { FilePath($0) }) }
}

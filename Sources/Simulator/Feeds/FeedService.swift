import CommandLanguage

/// The state of a session's feeds.
final class FeedService: SessionService {
  weak var host: (any FeedHost)?
  /// The maximum length of a line in bytes: the setting `feedline`.
  var lineLimit = 65_536
  var lastReceived: Any?
  /// The session in which the commands of updates are tried.
  private var trial: CommandSession?
  /// The last command that was found to repeat its update, with the update.
  var lastRepeated: (command: String, object: Any)?

  /// Returns a session in the world's initial state that runs only the named command; `nil` if no session can be made.
  func trial(of world: World, allowing command: String) -> CommandSession? {
    if trial?.reset(seed: 1) != true { trial = try? world.makeSession(seed: 1) }
    trial?.restrict(in: "a record") { $0.name == command }
    return trial
  }

  func reset() { (host, lineLimit, lastReceived) = (nil, 65_536, nil) }
}

extension Simulation: FeedWorld {
  var feed: FeedService { service { _ in FeedService() } }

  public var feeds: (any FeedHost)? {
    get { feed.host }
    set { feed.host = newValue }
  }

  public var feedLineLimit: Int { feed.lineLimit }

  public func update(from line: FeedLine) throws(FeedProblem) -> FeedUpdate? {
    guard let read = parts.readFeed else {
      throw FeedProblem(line: line.number, message: "this world has no feed")
    }
    return try read(self, line)
  }
}

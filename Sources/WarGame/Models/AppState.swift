import AutoUpdate
public import Simulator

/// What the app as a whole is doing.
public enum AppState: Equatable, Sendable {
  /// The app has what it needs; whether it is ready to play.
  case ready(Bool)
  /// The player is being identified.
  case authentication(Progress)
  /// The game's data is being fetched.
  case dataRetrieval(Progress)
}

/// How far something is that takes its time.
public enum Progress: Hashable, Sendable {
  /// It has not begun; it is under way; it is done.
  case idle, active, success
  /// It failed, for this reason.
  case failure(String)
}

/// Whoever is told of the app's state.
protocol AppStateDelegate: StateDelegate<AppState> {
  func appStateChanged(_ state: AppState)
}

extension AppStateDelegate {
  func stateChanged(from old: AppState, to new: AppState) { appStateChanged(new) }
}

/// The app's state as a model, so that it is undone and saved like everything else.
public struct AppStateModel: Model {
  public let id: Int
  /// What the app is doing now.
  public var state: AppState

  /// The state of the one app.
  public init(state: AppState) {
    id = 0
    self.state = state
  }

  public static let schema = Schema<AppStateModel>(
    "app", plural: "apps", "the app as a whole", label: { _ in "app" }, isSingle: true,
    restoring: Restoring { _ in AppStateModel(state: .ready(false)) }
  ) {
    Field("state", \.state, "as “app” shows it")
  }
}

extension AppState: FieldCodable, CustomStringConvertible {
  /// As `app` and `print` show it: `dataRetrieval failure: no answer`.
  public var description: String {
    switch self {
    case .ready(let isReady): "ready \(isReady)"
    case .authentication(let progress): "authentication \(progress)"
    case .dataRetrieval(let progress): "dataRetrieval \(progress)"
    }
  }

  public static var fieldType: FieldType { .text }
  public var fieldValue: FieldValue { .word(description) }

  /// Reads what ``description`` writes.
  public init?(fieldValue: FieldValue) {
    guard let text = String(fieldValue: fieldValue) else { return nil }
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch (parts[0], parts[1]) {
    case ("ready", "true"): self = .ready(true)
    case ("ready", "false"): self = .ready(false)
    case ("authentication", let word):
      guard let progress = Progress(word) else { return nil }
      self = .authentication(progress)
    case ("dataRetrieval", let word):
      guard let progress = Progress(word) else { return nil }
      self = .dataRetrieval(progress)
    default: return nil
    }
  }
}

extension Progress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .idle: "idle"
    case .active: "active"
    case .success: "success"
    case .failure(let reason): Self.failureMark + reason
    }
  }

  private static let failureMark = "failure: "

  /// Reads what ``description`` writes; `nil` for any other text.
  init?(_ text: String) {
    switch text {
    case "idle": self = .idle
    case "active": self = .active
    case "success": self = .success
    case let text where text.utf8.starts(with: Self.failureMark.utf8):
      self = .failure(String(decoding: text.utf8.dropFirst(Self.failureMark.utf8.count), as: UTF8.self))
    default: return nil
    }
  }
}

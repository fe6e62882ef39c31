public import AutoUpdate

/// What the app as a whole is doing.
public enum AppState: Equatable, Sendable {
  case ready(Bool)
  case authentication(Progress)
  case dataRetrieval(Progress)
}

/// How far something is that takes its time.
public enum Progress: Equatable, Sendable {
  case idle, active, success
  case failure(String)
}

/// The app's state as a model, so that it is undone and saved like everything else.
public struct AppStateModel: Storable {
  public let id: Int
  public var state: AppState

  public init(state: AppState) {
    id = 0
    self.state = state
  }
}

extension AppState: CustomStringConvertible {
  /// As `app` and `print` show it: `dataRetrieval failure: no answer`.
  public var description: String {
    switch self {
    case .ready(let isReady): "ready \(isReady)"
    case .authentication(let progress): "authentication \(progress)"
    case .dataRetrieval(let progress): "dataRetrieval \(progress)"
    }
  }
}

extension Progress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .idle: "idle"
    case .active: "active"
    case .success: "success"
    case .failure(let reason): "failure: \(reason)"
    }
  }
}

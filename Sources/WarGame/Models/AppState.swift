import AutoUpdate
public import Simulator

/// The activity of the app as a whole.
public enum AppState: Hashable, Sendable {
  /// The app has its data; the payload indicates whether it is ready to play.
  case ready(Bool)
  /// The player is being identified.
  case authentication(Progress)
  /// The game's data is being fetched.
  case dataRetrieval(Progress)
}

/// The progress of an activity.
public enum Progress: Hashable, Sendable {
  /// Not begun, in progress, or completed.
  case idle, active, success
  /// Failed for this reason.
  case failure(String)
}

/// An object that is called with changes of the app's state.
protocol AppStateDelegate: StateDelegate<AppState> {
  func appStateChanged(_ state: AppState)
}

extension AppStateDelegate {
  func stateChanged(from old: AppState, to new: AppState) { appStateChanged(new) }
}

/// The app's state as a model, so that it is undone and saved like all other models.
public struct AppStateModel: Model {
  public let id: Int
  /// The current activity of the app.
  public var state: AppState

  /// Creates the app's state.
  public init(state: AppState) {
    id = 0
    self.state = state
  }

  public static let schema = Schema<AppStateModel>(
    "app", plural: "apps", "the app as a whole", isSingle: true,
    restoring: Restoring { _ in AppStateModel(state: .ready(false)) }
  ) {
    Field("state", \.state, "the state, as “app” shows it")
  }
}

extension AppState: StateCases {
  public static let cases: [StateCase<AppState>] = [
    StateCase("ready", AppState.ready) { if case .ready(let isReady) = $0 { isReady } else { nil } },
    StateCase("authentication", AppState.authentication) {
      if case .authentication(let progress) = $0 { progress } else { nil }
    },
    StateCase("dataRetrieval", AppState.dataRetrieval) {
      if case .dataRetrieval(let progress) = $0 { progress } else { nil }
    },
  ]
}

extension Progress: StateCases {
  public static let cases: [StateCase<Progress>] = [
    StateCase("idle", .idle), StateCase("active", .active), StateCase("success", .success),
    StateCase("failure", Progress.failure) { if case .failure(let reason) = $0 { reason } else { nil } },
  ]
}

/// The declaration of the app's state and its command.
let appState = App(
  "app", state: \AppStateModel.state, of: 0, default: .ready(true), topic: "app",
  examples: ["app authentication active", "app dataRetrieval failure \"no network\""])

extension Simulation {
  /// The center that calls delegates with changes of the app's state.
  var app: StateCenter<AppState> { appState.center(in: self) }
}

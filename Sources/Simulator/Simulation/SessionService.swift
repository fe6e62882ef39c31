/// A service with state outside the store. Each session has one instance of it.
public protocol SessionService: AnyObject {
  /// Restores the initial state of the service.
  ///
  /// Called when the session is reset, after the store has been restored and its observers have been called.
  /// State that is derived from the store needs no action.
  func reset()
}

/// A service that is notified when a command has ended.
protocol CommandObserver: AnyObject {
  func commandEnded()
}

/// Something that a ``Monitor`` can watch as a whole: a table, or a live query of whatever model.
public protocol Monitored: AnyObject {
  /// Where its changes are told.
  var changeSource: MonitoredSource { get }
}

/// The place where a store tells of something's changes.
public struct MonitoredSource {
  let core: StoreCore
  let source: ChangeSource

  @usableFromInline
  init(core: StoreCore, source: ChangeSource) {
    self.core = core
    self.source = source
  }
}

extension LiveQuery: Monitored {
  public var changeSource: MonitoredSource { MonitoredSource(core: table.core, source: source) }
}

extension Table: Monitored {
  public var changeSource: MonitoredSource { MonitoredSource(core: core, source: source) }
}

/// Watches one or several live queries and tables, and calls back once for each transaction that
/// changes any of them.
///
/// ```swift
/// gamesMonitor = Monitor(activeGames, me, owner: self) { $0.updateUI() }
/// ```
///
/// The callback comes at once for the first time, so that there is no gap between reading and
/// watching. Several monitors may watch one query. What is watched lives as long as the monitor.
public final class Monitor {
  private var subscriptions: [Subscription] = []
  private var watched: [any Monitored]
  /// What a ``DeliveryTracer`` calls it.
  public var name: String {
    get { subscriptions.first?.name ?? "" }
    set { for subscription in subscriptions { subscription.name = newValue } }
  }

  /// Watches `sources` until the monitor is cancelled or released.
  ///
  /// - Parameter tell: called now, and after each transaction with a change; the monitor keeps it.
  public init(_ sources: [any Monitored], tell: @escaping () -> Void) {
    watched = sources
    begin(tell)
    tell()
  }

  /// Watches `sources` for an owner, which is held weakly: no call comes once it is gone.
  ///
  /// - Parameter tell: called with the owner now, and after each transaction with a change.
  public init<Owner: AnyObject>(
    _ sources: any Monitored..., owner: Owner, tell: @escaping (Owner) -> Void
  ) {
    watched = sources
    begin { [weak owner, weak self] in
      if let owner { tell(owner) } else { self?.cancel() }
    }
    tell(owner)
  }

  /// One subscription for each store, as a transaction is one store's.
  private func begin(_ tell: @escaping () -> Void) {
    var rest = watched.map { $0.changeSource }
    while let core = rest.first?.core {
      var sources: [ChangeSource] = []
      var others: [MonitoredSource] = []
      for source in rest {
        if source.core !== core {
          others.append(source)
        } else if !sources.contains(where: { $0 === source.source }) {
          sources.append(source.source)
        }
      }
      subscriptions.append(SourceSubscription(sources, core: core, tell: tell))
      rest = others
    }
  }

  /// Ends the monitor: no call comes any more. Calling it again does nothing.
  public func cancel() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    watched = []
  }
}

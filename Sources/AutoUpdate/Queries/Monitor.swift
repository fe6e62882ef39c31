/// Something that a ``Monitor`` can watch as a whole: a table, a live query or a live value.
public protocol Monitored {
  /// The source of its changes.
  var changeSource: MonitoredSource { get }
}

/// The place where a store tells of something's changes.
public struct MonitoredSource {
  let core: StoreCore
  let source: ChangeSource
}

extension LiveQuery: Monitored {
  /// Tells of transactions that change the list.
  public final var changeSource: MonitoredSource { MonitoredSource(core: core, source: feed.source) }
}

extension Table: Monitored {
  /// Tells of transactions that change the table.
  public var changeSource: MonitoredSource { MonitoredSource(core: core, source: storage.source) }
}

extension LiveValue: Monitored {
  /// Tells of transactions that change the value.
  public var changeSource: MonitoredSource { MonitoredSource(core: core, source: source) }
}

/// Watches one or several live queries, live values and tables, and calls back once for each transaction that
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

  /// Watches `sources` until the monitor is cancelled or released.
  ///
  /// - Parameters:
  ///   - sources: the live queries, live values and tables to watch.
  ///   - name: what a ``DeliveryTracer`` calls the monitor.
  ///   - tell: called now, and after each transaction with a change; the monitor keeps it.
  public init(_ sources: [any Monitored], name: String = "", tell: @escaping () -> Void) {
    watched = sources
    begin(name, tell)
    tellCommitted(tell)
  }

  /// Watches `sources` for an owner, which is held weakly: no call comes once it is gone.
  ///
  /// - Parameters:
  ///   - sources: the live queries, live values and tables to watch.
  ///   - owner: on whose behalf the monitor watches; it is handed to `tell`.
  ///   - name: what a ``DeliveryTracer`` calls the monitor.
  ///   - tell: called with the owner now, and after each transaction with a change.
  public init<Owner: AnyObject>(
    _ sources: any Monitored..., owner: Owner, name: String = "", tell: @escaping (Owner) -> Void
  ) {
    watched = sources
    begin(name) { [weak owner, weak self] in
      if let owner { tell(owner) } else { self?.cancel() }
    }
    tellCommitted { tell(owner) }
  }

  /// Calls `tell`, which reads what is committed in every store.
  private func tellCommitted(_ tell: () -> Void) {
    tellCommitted(by: watched.map { $0.changeSource.core }[...], tell)
  }

  private func tellCommitted(by cores: ArraySlice<StoreCore>, _ tell: () -> Void) {
    guard let core = cores.first else { return tell() }
    core.shared.tellCommitted { tellCommitted(by: cores.dropFirst(), tell) }
  }

  /// One subscription for each store, as a transaction is one store's.
  private func begin(_ name: String, _ tell: @escaping () -> Void) {
    var rest = watched.map { $0.changeSource }
    while let core = rest.first?.core {
      var sources: [ChangeSource] = []
      for source in rest where source.core === core && !sources.contains(where: { $0 === source.source }) {
        sources.append(source.source)
      }
      subscriptions.append(core.subscribe(to: sources, name: name, tell))
      rest.removeAll { $0.core === core }
    }
  }

  /// Ends the monitor: no call comes any more. Calling it again does nothing.
  public func cancel() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    watched = []
  }
}

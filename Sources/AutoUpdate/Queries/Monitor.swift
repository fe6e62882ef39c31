/// A type that a ``Monitor`` can watch: a table, a live query or a live value.
public protocol Monitored {
  /// The source of the value's change notifications.
  var changeSource: MonitoredSource { get }
}

/// The source of change notifications for a ``Monitor``.
public struct MonitoredSource {
  let core: StoreCore
  let source: ChangeSource
}

extension LiveQuery: Monitored {
  /// The source that reports transactions that change the list.
  public final var changeSource: MonitoredSource { MonitoredSource(core: core, source: feed.source) }
}

extension Table: Monitored {
  /// The source that reports transactions that change the table.
  public var changeSource: MonitoredSource { MonitoredSource(core: core, source: storage.source) }
}

extension LiveValue: Monitored {
  /// The source that reports transactions that change the value.
  public var changeSource: MonitoredSource { MonitoredSource(core: core, source: source) }
}

/// An observer of one or several live queries, live values and tables, which is called once for each transaction that
/// changes any of them.
///
/// ```swift
/// gamesMonitor = Monitor(activeGames, me, owner: self) { $0.updateUI() }
/// ```
///
/// The first call happens immediately, so that no change is missed between reading and watching. Several monitors may
/// watch the same query. The monitor retains the watched queries and values.
public final class Monitor {
  private var subscriptions: [Subscription] = []
  private var watched: [any Monitored]

  /// Creates a monitor that watches `sources` until it is cancelled or released.
  ///
  /// - Parameters:
  ///   - sources: the live queries, live values and tables to watch.
  ///   - name: the name of the monitor for a ``DeliveryTracer``.
  ///   - handler: called now, and for each transaction with a change; the stores of the sources retain it until the
  ///     monitor has ended and they are used again.
  public init(_ sources: [any Monitored], name: String = "", handler: @escaping () -> Void) {
    watched = sources
    begin(name, handler)
    withCommittedReads(handler)
  }

  /// Creates a monitor that watches `sources` for an owner, which is held weakly. After the owner has been released,
  /// `handler` is not called again.
  ///
  /// - Parameters:
  ///   - sources: the live queries, live values and tables to watch.
  ///   - owner: the object that is passed to `handler`.
  ///   - name: the name of the monitor for a ``DeliveryTracer``.
  ///   - handler: called with the owner now, and for each transaction with a change.
  public init<Owner: AnyObject>(
    _ sources: any Monitored..., owner: Owner, name: String = "", handler: @escaping (Owner) -> Void
  ) {
    watched = sources
    begin(name) { [weak owner, weak self] in
      if let owner { handler(owner) } else { self?.cancel() }
    }
    withCommittedReads { handler(owner) }
  }

  /// Calls `handler`, in which reads of every watched store return its committed state.
  private func withCommittedReads(_ handler: () -> Void) {
    withCommittedReads(in: watched.map { $0.changeSource.core }[...], handler)
  }

  private func withCommittedReads(in cores: ArraySlice<StoreCore>, _ handler: () -> Void) {
    guard let core = cores.first else { return handler() }
    core.shared.withCommittedReads { withCommittedReads(in: cores.dropFirst(), handler) }
  }

  /// Subscribes once per store, since a transaction belongs to one store.
  private func begin(_ name: String, _ handler: @escaping () -> Void) {
    var rest = watched.map { $0.changeSource }
    while let core = rest.first?.core {
      var sources: [ChangeSource] = []
      for source in rest where source.core === core && !sources.contains(where: { $0 === source.source }) {
        sources.append(source.source)
      }
      subscriptions.append(core.subscribe(to: sources, name: name, handler))
      rest.removeAll { $0.core === core }
    }
  }

  /// Ends the monitor: its handler is not called again. Calling this method again does nothing.
  public func cancel() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    watched = []
  }
}

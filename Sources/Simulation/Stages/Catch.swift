package import VirtualTime

extension Source {
  /// Returns the source; after an error, it continues with the source that the closure returns.
  package func `catch`(_ handler: @escaping @Sendable (Fault, inout Draws) throws(Fault) -> Source)
    -> Source
  {
    Source(.catch(handler), on: [self])
  }

  package func `catch`(_ handler: @escaping @Sendable (Fault) throws(Fault) -> Source) -> Source {
    `catch` { (fault, _) throws(Fault) in try handler(fault) }
  }

  /// Returns the source with a value and completion instead of an error.
  package func catchAndReturn(_ value: Value) -> Source {
    Source(.catchAndReturn(value), on: [self])
  }

  /// Returns the source; after an error that the filter admits, it continues with another source.
  package func fallback(to other: Source, on filter: FaultFilter = FaultFilter()) -> Source {
    Source(.fallback(on: filter), on: [self, other])
  }

  /// Returns the source with each error replaced by the result of a closure, or by the error it throws.
  package func mapError(
    _ transform: @escaping @Sendable (Fault, inout Draws) throws(Fault) -> Fault
  ) -> Source {
    Source(.mapError(transform), on: [self])
  }

  package func mapError(_ transform: @escaping @Sendable (Fault) -> Fault) -> Source {
    mapError { (fault, _) throws(Fault) in transform(fault) }
  }
}

final class CatchStage: UnaryStage {
  private let actor: Int
  private let handler: @Sendable (Fault, inout Draws) throws(Fault) -> Source
  private var subscriptions: InnerSubscriptions

  init(
    _ upstream: Stage, actor: Int, _ site: Site,
    _ handler: @escaping @Sendable (Fault, inout Draws) throws(Fault) -> Source
  ) {
    self.actor = actor
    self.handler = handler
    subscriptions = InnerSubscriptions(site)
    super.init(upstream)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard port == 0, case .failed(let fault) = signal else { return forward(signal, &run) }
    var draws = run.closureDraws(of: actor)
    do throws(Fault) {
      let source = try handler(fault, &draws)
      subscriptions.add(source, for: self, &run)?.subscribe(&run)
    } catch {
      finish(.failed(error), &run)
    }
  }

  override func release(_ run: inout Run) {
    upstream.cancel(&run)
    subscriptions.cancelAll(&run)
  }

  override var inputs: [Stage] { [upstream] + subscriptions.live }
}

final class FallbackStage: UnaryStage {
  private let other: Stage
  private let filter: FaultFilter

  init(_ upstream: Stage, _ other: Stage, on filter: FaultFilter) {
    self.other = other
    self.filter = filter
    super.init(upstream)
    other.attach(to: self, port: 1)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if port == 0, case .failed(let fault) = signal, filter.admits(fault) {
      other.subscribe(&run)
    } else {
      forward(signal, &run)
    }
  }

  override func release(_ run: inout Run) {
    upstream.cancel(&run)
    other.cancel(&run)
  }

  override var inputs: [Stage] { [upstream, other] }
}

final class MapErrorStage: UnaryStage {
  private let actor: Int
  private let transform: @Sendable (Fault, inout Draws) throws(Fault) -> Fault

  init(
    _ upstream: Stage, actor: Int,
    _ transform: @escaping @Sendable (Fault, inout Draws) throws(Fault) -> Fault
  ) {
    self.actor = actor
    self.transform = transform
    super.init(upstream)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard case .failed(let fault) = signal else { return forward(signal, &run) }
    var draws = run.closureDraws(of: actor)
    do throws(Fault) {
      finish(.failed(try transform(fault, &draws)), &run)
    } catch {
      finish(.failed(error), &run)
    }
  }
}

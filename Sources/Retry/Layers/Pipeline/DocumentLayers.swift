import RetryNumerics

/// The layers of a document, which can be replaced while calls are made.
///
/// `PolicyDocument.pipeline` makes one. Calls that have begun end under the layers they began with, but strategies that
/// remember something are shared, so they go by their new settings at once.
public final class DocumentLayers: PipelineLayer {
  /// A layer of the document, and what does its work.
  fileprivate struct Made: Sendable {
    let layer: PolicyDocument.Layer
    let part: any PipelineLayer
  }

  private struct Current: Sendable {
    var document: PolicyDocument
    /// The layers around the whole call and around each attempt.
    var aroundCall: [Made] = []
    var aroundAttempt: [Made] = []
    /// What limits the retries, if the document says so.
    var budget: (any Sendable)?
    var layers = LayerList([])
  }

  /// Makes or updates a layer.
  typealias Make = @Sendable (PolicyDocument.Layer, (any PipelineLayer)?) -> any PipelineLayer
  /// Makes the layer that retries, with what limits it.
  typealias MakeRetrying =
    @Sendable (PolicyDocument, _ budget: (any Sendable)?) -> (any PipelineLayer, (any Sendable)?)

  private let make: Make
  private let makeRetrying: MakeRetrying
  private let current: Locked<Current>
  /// Held by the one who updates, since the clocks that it asks are code of the caller.
  private let updating = Locked(())

  init(_ document: PolicyDocument, make: @escaping Make, makeRetrying: @escaping MakeRetrying) {
    (self.make, self.makeRetrying) = (make, makeRetrying)
    current = Locked(Current(document: document))
    update(document)
  }

  /// The document that calls go by.
  public var document: PolicyDocument { current.withLock { $0.document } }

  /// Goes by another document from now on.
  ///
  /// A breaker, limit, throttle, send rate, hedge or budget keeps its memory: the first of its kind around the call or
  /// the attempt goes on from the first that was there, and so on; one that is not there any more may have moved.
  public func update(_ document: PolicyDocument) {
    updating.withLock { _ in
      let old = current.withLock { $0 }
      var new = Current(document: document)
      var (outer, inner) = (old.aroundCall, old.aroundAttempt)
      var movable = outer.split(needing: document.aroundCall)
      movable += inner.split(needing: document.aroundAttempt)
      new.aroundCall = made(document.aroundCall, from: &outer, else: &movable)
      new.aroundAttempt = made(document.aroundAttempt, from: &inner, else: &movable)
      let (retrying, budget) = makeRetrying(document, old.budget)
      new.budget = budget
      new.layers = LayerList(
        new.aroundCall.map(\.part) + [retrying] + new.aroundAttempt.map(\.part))
      current.withLock { [new] in $0 = new }
    }
  }

  /// Returns what does the work of new layers, by old ones of their kinds as far as there are any.
  private func made(
    _ layers: [PolicyDocument.Layer], from old: inout [Made], else others: inout [Made]
  ) -> [Made] {
    layers.map { layer in
      let part = old.take(layer.kind) ?? others.take(layer.kind)
      return Made(layer: layer, part: make(layer, part))
    }
  }

  /// Runs an operation in the layers.
  public func run<Value: Sendable>(
    _ context: CallContext, isolation: isolated (any Actor)?,
    operation: @escaping SendableLayerOperation<Value>
  ) async throws -> Value {
    let layers = current.withLock { $0.layers }
    return try await layers.run(context, isolation: isolation, operation: operation)
  }
}

extension [DocumentLayers.Made] {
  /// Takes out the first of a kind.
  fileprivate mutating func take(_ kind: PolicyDocument.Layer.Kind) -> (any PipelineLayer)? {
    firstIndex { $0.layer.kind == kind }.map { remove(at: $0).part }
  }

  /// Keeps as many of each kind as layers need, and returns the others.
  fileprivate mutating func split(needing layers: [PolicyDocument.Layer]) -> Self {
    var kinds = layers.map(\.kind)
    var others: Self = []
    self = filter { made in
      if let place = kinds.firstIndex(of: made.layer.kind) {
        kinds.remove(at: place)
        return true
      }
      others.append(made)
      return false
    }
    return others
  }
}

extension Pipeline where Parts == DocumentLayers {
  /// The document that calls go by.
  public var document: PolicyDocument { parts.document }

  /// Goes by another document from now on, in all copies of the pipeline, and keeps what strategies remember.
  ///
  /// A strategy of the new document goes on from that of its kind in the old one.
  ///
  /// ```swift
  /// let document = PolicyDocument(
  ///   rules: RetryRules(attempts: 3),
  ///   aroundAttempt: [.breaker(CircuitBreaker(consecutiveFailures: 5, opening: .init(.seconds(10))))])
  /// let client = document.pipeline()
  /// // Whenever the file has changed:
  /// client.update(
  ///   PolicyDocument(rules: RetryRules(attempts: 2), aroundAttempt: document.aroundAttempt))
  /// ```
  public func update(_ document: PolicyDocument) { parts.update(document) }
}

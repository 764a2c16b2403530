import Dispatch
import Retry

/// The ways to call a pipeline, whatever its type.
struct Caller: Sendable {
  typealias Completion = @Sendable (Result<Reply, any Error>) -> Void

  var inTask: @Sendable (CallContext, CallScript) async throws -> Reply
  var blocking: @Sendable (CallContext, RetryHandle, CallScript) throws -> Reply
  var byCallbacks:
    @Sendable (CallContext, DispatchQueue, CallScript, @escaping Completion) -> RetryHandle
  /// Goes by another document, if the pipeline has one.
  var update: (@Sendable (PolicyDocument) -> Void)?
}

extension Caller {
  /// Calls a pipeline whose operations run in the task, or on the thread, of the caller.
  init<Parts: InPlaceLayer>(inPlace pipeline: Pipeline<Parts>) {
    inTask = { context, script in
      try await pipeline.call(context, judging: CallScript.judge) { context in
        try await script.perform(mayHang: context.timeLeft != nil)
      }
    }
    blocking = { context, handle, script in
      try pipeline.callBlocking(context, handle: handle, judging: CallScript.judge) { attempt in
        try script.block(attempt)
      }
    }
    byCallbacks = { context, queue, script, completion in
      pipeline.start(
        context, on: queue, judging: { CallScript.judge($0) },
        operation: { script.report($0, $1) }, completion: completion)
    }
  }

  /// Calls a pipeline parts of which run in child tasks.
  init<Parts: PipelineLayer>(_ pipeline: Pipeline<Parts>) {
    inTask = { context, script in
      try await pipeline.call(context, judging: { CallScript.judge($0) }) { context in
        try await script.perform(mayHang: context.timeLeft != nil)
      }
    }
    blocking = { context, handle, script in
      try pipeline.callBlocking(context, handle: handle, judging: { CallScript.judge($0) }) {
        try script.block($0)
      }
    }
    byCallbacks = { context, queue, script, completion in
      pipeline.start(
        context, on: queue, judging: { CallScript.judge($0) },
        operation: { script.report($0, $1) }, completion: completion)
    }
  }

  /// Calls a pipeline without the types of its layers.
  init(_ pipeline: AnyPipeline<Reply>) {
    inTask = { context, script in
      try await pipeline.call(context, judging: { CallScript.judge($0) }) { context in
        try await script.perform(mayHang: context.timeLeft != nil)
      }
    }
    blocking = { context, handle, script in
      try pipeline.callBlocking(context, handle: handle, judging: { CallScript.judge($0) }) {
        try script.block($0)
      }
    }
    byCallbacks = { context, queue, script, completion in
      pipeline.start(
        context, on: queue, judging: { CallScript.judge($0) },
        operation: { script.report($0, $1) }, completion: completion)
    }
  }

  /// Calls a pipeline with a fallback, whose value has no number.
  init<Inner: PipelineLayer>(fallbackAround inner: Inner, observedBy observer: PipelineObserver?) {
    let fallback = Fallback<Reply>(on: { !($0 is Late) }) { _, context in
      Reply(call: context.tag as? Int ?? -1, serial: 0)
    }
    var pipeline = Pipeline(Layered(fallback, around: inner))
    if let observer { pipeline = pipeline.observed(by: observer) }
    self.init(AnyPipeline(pipeline))
  }
}

extension Blueprint {
  /// What calls a pipeline of the layers, in a form that the dice choose.
  func caller(
    _ dice: inout Dice, hasFallback: Bool, observedBy observer: PipelineObserver?
  ) -> Caller {
    if hasFallback {
      return Caller(fallbackAround: LayerList(nested(&dice)), observedBy: observer)
    }
    switch dice.int(0...3) {
    case 0: return Self.erased(Pipeline(LayerList(nested(&dice))), observer)
    case 1: return Self.listed(Pipeline(LayerList(nested(&dice))), observer)
    // The runtime keeps each type for good, so only those of few layers are made.
    case _ where layers.count <= 6: return typed(observer)
    default: return Self.listed(Pipeline(LayerList(nested(&dice))), observer)
    }
  }

  /// The layers, some of the inner ones of which are perhaps a pipeline of their own.
  private func nested(_ dice: inout Dice) -> [any PipelineLayer] {
    guard layers.count > 1, dice.chance(30) else { return layers }
    let cut = dice.int(1...layers.count - 1)
    let inner = Pipeline(LayerList(Array(layers[cut...])))
    guard dice.chance(50) else { return layers[..<cut] + [inner] }
    let audit = EventAudit(ledger, isInPlace: false)
    return layers[..<cut] + [inner.observed { audit.receive($0) }]
  }

  /// A pipeline with a type of its own, made by nesting pairs from the inside out.
  private func typed(_ observer: PipelineObserver?) -> Caller {
    let inPlace = layers.compactMap { $0 as? any InPlaceLayer }
    if inPlace.count == layers.count, var whole = inPlace.last {
      for layer in inPlace.dropLast().reversed() { whole = Self.inPlacePair(layer, whole) }
      return Self.open(inPlace: whole, observer)
    }
    guard var whole = layers.last else { return Self.listed(Pipeline(LayerList([])), observer) }
    for layer in layers.dropLast().reversed() { whole = Self.pair(layer, whole) }
    return Self.open(whole, observer)
  }

  private static func inPlacePair<Outer: InPlaceLayer, Inner: InPlaceLayer>(
    _ outer: Outer, _ inner: Inner
  ) -> any InPlaceLayer {
    Layered(outer, around: inner)
  }

  private static func pair<Outer: PipelineLayer, Inner: PipelineLayer>(
    _ outer: Outer, _ inner: Inner
  ) -> any PipelineLayer {
    Layered(outer, around: inner)
  }

  private static func open(
    inPlace whole: some InPlaceLayer, _ observer: PipelineObserver?
  ) -> Caller {
    let pipeline = Pipeline(whole)
    return Caller(inPlace: observer.map { pipeline.observed(by: $0) } ?? pipeline)
  }

  private static func open(_ whole: some PipelineLayer, _ observer: PipelineObserver?) -> Caller {
    listed(Pipeline(whole), observer)
  }

  private static func listed(
    _ pipeline: Pipeline<some PipelineLayer>, _ observer: PipelineObserver?
  ) -> Caller {
    Caller(observer.map { pipeline.observed(by: $0) } ?? pipeline)
  }

  private static func erased(
    _ pipeline: Pipeline<some PipelineLayer>, _ observer: PipelineObserver?
  ) -> Caller {
    Caller(AnyPipeline(observer.map { pipeline.observed(by: $0) } ?? pipeline))
  }
}

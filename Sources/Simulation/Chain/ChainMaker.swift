import RetryNumerics
import VirtualTime

/// Builds a chain from the inside out.
struct ChainMaker {
  private var signals: [Signal] = [.completed]
  private var ends: Chain.Ends?
  private var layers: [Chain.Layer] = []
  /// The replacement of each signal below the first layer.
  private var replacements: [Chain.Mark] = [Chain.completed]
  /// The names that draw random numbers.
  private var names: Set<String> = []
  private let supported: Features

  init(supporting features: Features) {
    supported = features
  }

  /// The parts of the chain; a signal added late passes earlier layers unchanged.
  var parts: ([Signal], Chain.Ends, [Chain.Layer], [Chain.Mark]) {
    guard let ends else { preconditionFailure("a chain begins with its operation") }
    let layers = layers.map { layer in
      var layer = layer
      layer.replacements += signals.indices.dropFirst(layer.replacements.count)
      return layer
    }
    return (
      signals, ends, layers, replacements + signals.indices.dropFirst(replacements.count)
    )
  }

  /// Adds a source and its inputs; returns the innermost operation.
  mutating func add(_ source: Source) throws(Chain.UnsupportedReason) -> Operation {
    if case .operation(let operation) = source.kind {
      try begin(operation)
      return operation
    }
    guard let input = source.inputs.first else { throw Chain.UnsupportedReason.name(source.name) }
    let operation = try add(input)
    try add(source.kind, source)
    return operation
  }

  /// Returns the index of a signal, adding it if it is new.
  private mutating func mark(_ signal: Signal) -> Chain.Mark {
    if let known = signals.firstIndex(of: signal) { return known }
    signals.append(signal)
    return signals.count - 1
  }

  private mutating func join(_ name: String) throws(Chain.UnsupportedReason) {
    // Places with the same name number their attempts together, but a layer of a chain counts alone.
    guard names.insert(name).inserted else {
      throw Chain.UnsupportedReason("two operations share the name '\(name)'")
    }
  }
}

// MARK: - The operation

extension ChainMaker {
  /// The maximum number of outcomes of an attempt, each of which has a row in the tables.
  private static let mostEnds = 500

  /// Why features of an operation need stages.
  private static let reasons: [(Features, String)] = [
    (.limit, "the server has a limit"), (.backend, "the server calls another"),
    (.log, "attempts meet the requests of a log"), (.crash, "the server may crash"),
    (.computedService, "a closure computes the service"),
    (.sideEffects, "lost answers, effects or costs are counted"),
  ]

  private mutating func begin(_ operation: Operation) throws(Chain.UnsupportedReason) {
    let missing = operation.features.subtracting(supported)
    for (feature, reason) in Self.reasons where missing.contains(feature) {
      throw Chain.UnsupportedReason(reason)
    }
    guard missing.isEmpty else {
      throw Chain.UnsupportedReason("calls share a server or channel")
    }
    let outages = [operation.outages, operation.resource?.outages].compactMap { $0?.failing.rates }
    let services = (operation.resource?.faults?.rates ?? []) + outages.joined()
    guard operation.script.count + operation.rates.count + services.count <= Self.mostEnds else {
      throw Chain.UnsupportedReason("attempts have too many possible outcomes")
    }
    try join(operation.name)
    let ok = mark(.value(operation.returns))
    var ends = Chain.Ends(
      ok: ok, script: [], rates: [], otherFault: ok, refused: ok, expired: ok)
    for answer in operation.script { ends.script.append(try end(of: answer, ok)) }
    for rate in operation.resource?.faults?.rates ?? [] {
      ends.services.append(mark(.failed(rate.fault)))
    }
    if case .row? = operation.resource { ends.services = [mark(.failed(VersionedRow.conflict))] }
    if operation.resource != nil { ends.refused = mark(.failed(Server.refusal)) }
    if case .server(let server)? = operation.resource {
      if server.expires != nil { ends.expired = mark(.failed(Server.expiry)) }
      for rate in server.refusingOutages?.failing.rates ?? [] {
        ends.serverDown.append(mark(.failed(rate.fault)))
      }
    }
    for rate in operation.outages?.failing.rates ?? [] {
      ends.outages.append(mark(.failed(rate.fault)))
    }
    for rate in operation.rates { ends.rates.append(mark(.failed(rate.fault))) }
    if let fault = operation.faults.otherFault { ends.otherFault = mark(.failed(fault)) }
    self.ends = ends
    replacements = Array(signals.indices)
  }

  private mutating func end(
    of scripted: ScriptedAnswer, _ ok: Chain.Mark
  ) throws(Chain.UnsupportedReason) -> Chain.Mark? {
    guard !scripted.isSynchronous else {
      throw Chain.UnsupportedReason("an answer is synchronous")
    }
    switch scripted.answer {
    case .ok: return ok
    case .value(let value): return mark(.value(value))
    case .fault(let fault): return mark(.failed(fault))
    case .empty: return Chain.completed
    case .never: return nil
    case .source(let source): throw Chain.UnsupportedReason.name(source.name)
    }
  }
}

// MARK: - The layers

extension ChainMaker {
  private static let strategies: Features = [
    .retry, .filter, .hints, .endless, .deadline, .completion, .kindLimits, .jointLimits,
    .earlyDeadline,
  ]

  private mutating func add(_ kind: Operator, _ source: Source) throws(Chain.UnsupportedReason) {
    switch kind {
    case .timeout(let limit, let error):
      let mark = mark(.failed(error))
      add(.timeout(limit, mark))
    case .retry(let strategy): try add(strategy, named: source.inputs[0].actor(of: "retry"))
    case .retryWhen(let stream, let filter):
      let notifier = try Notifier(source.inputs[1], over: stream)
      for case (_, let name?) in notifier.steps { try join(name) }
      add(.notified(notifier, on: filter))
    case .values(let values):
      try replaceValues(kind.name) { (value, draws) throws(Fault) in
        var (value, memory) = (value, ValueOperator.Memory())
        values.begin(&memory)
        return switch try values.apply(to: &value, &memory, &draws) {
        case .passes, .passesAsLast: .value(value)
        case .isDropped, .completes: .completed
        }
      }
    case .remark: break
    case .mapError(let transform):
      try replaceFaults(kind.name) { (fault, draws) throws(Fault) in
        .failed(try transform(fault, &draws))
      }
    case .catchAndReturn(let value): try replaceFaults(kind.name) { (_, _) in .value(value) }
    case .catch(let handler):
      try replaceFaults(kind.name) { (fault, draws) throws(Fault) in
        try handler(fault, &draws).signal
      }
    case .fallback(let filter):
      // Even where it is never needed, a load reports the strategies in it.
      guard let other = source.inputs[1].signal else {
        throw Chain.UnsupportedReason("'\(kind.name)' continues with a source")
      }
      try replaceFaults(kind.name) { (fault, _) in filter.admits(fault) ? other : .failed(fault) }
    case .leaf, .operation, .interval, .schedule, .range, .errors, .deferred, .signals,
      .expand, .concat, .startWith, .merge, .zip, .takeUntil, .cached, .stored, .guarded, .via,
      .hedged, .refreshing, .answering:
      throw Chain.UnsupportedReason.name(kind.name)
    }
  }

  private mutating func add(
    _ strategy: RetryStrategy, named name: String
  ) throws(Chain.UnsupportedReason) {
    guard strategy.features.isSubset(of: Self.strategies) else {
      let asks = strategy.features.contains(.question)
      throw Chain.UnsupportedReason(asks ? "a person is asked" : "delays depend on the error")
    }
    try join(name)
    add(.retry(strategy, as: name))
  }

  private mutating func add(_ kind: Chain.Layer.Kind) {
    layers.append(Chain.Layer(kind: kind, replacements: Array(signals.indices)))
  }

  private mutating func replaceValues(
    _ name: String, _ change: (Value, inout Draws) throws(Fault) -> Signal?
  ) throws(Chain.UnsupportedReason) {
    try replace(name) { (signal, draws) throws(Fault) in
      if case .value(let value) = signal { try change(value, &draws) } else { signal }
    }
  }

  private mutating func replaceFaults(
    _ name: String, _ change: (Fault, inout Draws) throws(Fault) -> Signal?
  ) throws(Chain.UnsupportedReason) {
    try replace(name) { (signal, draws) throws(Fault) in
      if case .failed(let fault) = signal { try change(fault, &draws) } else { signal }
    }
  }

  /// Replaces each signal that leaves the last layer.
  ///
  /// A closure that does not draw always returns the same result, so it is called only once.
  private mutating func replace(
    _ name: String, _ change: (Signal, inout Draws) throws(Fault) -> Signal?
  ) throws(Chain.UnsupportedReason) {
    let known = layers.last?.replacements ?? replacements
    var changed: [Chain.Mark] = []
    for position in known {
      var draws = Draws.none
      let signal: Signal?
      do throws(Fault) {
        signal = try change(signals[position], &draws)
      } catch {
        signal = .failed(error)
      }
      guard !draws.hasDrawn else {
        throw Chain.UnsupportedReason("the closure of '\(name)' draws random numbers")
      }
      guard let signal else { throw Chain.UnsupportedReason("'\(name)' continues with a source") }
      changed.append(mark(signal))
    }
    if layers.isEmpty {
      replacements = changed
    } else {
      layers[layers.count - 1].replacements = changed
    }
  }
}

extension Source {
  /// Its only signal, if it is a single immediate signal.
  fileprivate var signal: Signal? {
    guard case .leaf(let leaf) = kind else { return nil }
    switch leaf {
    case .just(let value): return .value(value)
    case .fail(let fault): return .failed(fault)
    case .empty: return .completed
    case .never, .timer: return nil
    }
  }
}

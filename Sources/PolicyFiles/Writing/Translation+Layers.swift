import Retry
import RetryNumerics
import Simulation

/// The layers around the retries, the outermost first.
struct SurroundingLayers: Sendable {
  var aroundCall: [PolicyDocument.Layer] = []
  var aroundAttempt: [PolicyDocument.Layer] = []

  var isEmpty: Bool { aroundCall.isEmpty && aroundAttempt.isEmpty }

  /// The layers as calls of methods, the innermost first.
  var source: String {
    let parts = [("perAttempt", aroundAttempt), ("perCall", aroundCall)]
    return parts.flatMap { method, layers in
      layers.reversed().compactMap { layer in layer.source.map { ".\(method)(\($0))" } }
    }.joined()
  }
}

extension Translation {
  /// Sets the layers that a library can say, and notes what is otherwise; the others are set elsewhere.
  mutating func setLayers(_ texts: LayerText) {
    hasLayers = true
    let asked = PolicyDocument(strategy, rules)
    var known: Set<PolicyDocument.Layer.Kind> = []
    // Where there is one of a kind only, that of the attempts is taken.
    layers.aroundAttempt = near(asked.aroundAttempt, texts, &known)
    layers.aroundCall = near(
      asked.aroundCall, texts.hasOuter ? texts : LayerText(timeouts: texts.timeouts), &known)
    let all = layers.aroundCall + layers.aroundAttempt
    for (index, layer) in all.enumerated() where layer.kind == .breaker && texts.countsRefusals {
      let inner = all[(index + 1)...].filter { $0.kind.refusal != nil }
      if !inner.isEmpty { lose("a call that is refused inside of the breaker counts as a failure") }
    }
    let order = layers.aroundCall.map(\.kind) + [nil] + layers.aroundAttempt.map(\.kind)
    if !texts.order.isEmpty, texts.order.filter(order.contains) != order {
      lose("the order is not the usual one: the file sets that of the aspects, for all instances")
    }
    if texts.judgesEarly, all.contains(where: \.hasShare) {
      lose("the breaker opens by its share of failures before its window of calls is full")
    }
    if let note = texts.windowNote, all.contains(where: \.hasWindow) { lose(note) }
    let kinds = asked.aroundAttempt.map(\.kind)
    if texts.timeouts == nil, layers.aroundAttempt.contains(where: { $0.kind == .breaker }),
      kinds.drop(while: { $0 != .timeout }).contains(.breaker)
    {
      lose("an attempt that takes too long counts in the breaker, whatever the order")
    }
    let remarkable = all.filter { texts.rate != .queue || !$0.neverWaits }
    for kind in PolicyDocument.Layer.Kind.allCases
    where remarkable.contains(where: { $0.kind == kind }) {
      if let note = texts.notes[kind] { lose(note) }
    }
  }

  private mutating func near(
    _ asked: [PolicyDocument.Layer], _ texts: LayerText,
    _ known: inout Set<PolicyDocument.Layer.Kind>
  ) -> [PolicyDocument.Layer] {
    var found: [PolicyDocument.Layer] = []
    for layer in asked {
      let kind = layer.kind
      guard let near = texts.near(layer) else {
        if kind != .timeout || texts.timeouts != nil {
          lose("the \(kind.phrase) is set elsewhere")
        }
        continue
      }
      guard !texts.isEachOnce || known.insert(kind).inserted else {
        lose("there is one \(kind.phrase) for an operation: \(layer) is left out")
        continue
      }
      if near.plain != layer.plain {
        lose("the \(kind.phrase) is another one: \(near), not \(layer)")
      }
      found.append(near)
    }
    return found
  }

  /// The kinds of layers whose refusals the retries pass on, as those of this library do.
  var refusing: [PolicyDocument.Layer.Kind] {
    let inner = Set(layers.aroundAttempt.map(\.kind))
    return PolicyDocument.Layer.Kind.allCases.filter { kind in
      guard let refusal = kind.refusal, inner.contains(kind) else { return false }
      return strategy.filter.on == nil || !strategy.filter.admits(Fault(refusal))
    }
  }
}

extension PolicyDocument.Layer {
  /// Whether it is a breaker that looks back a span of time.
  fileprivate var hasWindow: Bool {
    guard case .breaker(let breaker) = self, case .time = breaker.window else { return false }
    return true
  }

  /// Whether it is a breaker that opens at a share of its latest calls, and not only if all fail.
  fileprivate var hasShare: Bool {
    guard case .breaker(let breaker) = self, case .calls = breaker.window,
      let rate = breaker.failureRate
    else { return false }
    return rate < 1
  }
}

import RetryNumerics
import VirtualTime

/// The pipeline over the errors of a `retryWhen`, if each error is answered before the next.
struct Notifier: Sendable {
  /// A step of the pipeline.
  enum Step: Sendable {
    case delay(Nanoseconds)
    case value(ValueOperator)
    /// It is paired with the next number, as the first or the second of the pair.
    case numbered(ClosedRange<Int64>, isFirst: Bool, Unpaired)
    /// It becomes a source; a chain supports sources with one signal or one delay.
    case expand(Expand)

    fileprivate var hasClosure: Bool {
      switch self {
      case .delay, .numbered: false
      case .value(let kind): kind.callsClosure
      case .expand: true
      }
    }
  }

  /// The steps, each with the name under which its closure draws.
  private(set) var steps: [(step: Step, name: String?)] = []
  /// The events of each subscription, besides those of its parts.
  private(set) var events = 0

  /// The engine handles longer ranges, because it counts each number.
  private static let mostNumbers = 1000

  init(_ source: Source, over stream: ErrorStream) throws(Chain.UnsupportedReason) {
    if source.isErrors(of: stream) { return }
    if case .zip(let unpaired) = source.kind {
      try pair(source.inputs, over: stream, unpaired)
      return
    }
    guard source.inputs.count == 1 else { throw .name(source.name) }
    self = try Notifier(source.inputs[0], over: stream)
    let step = try Self.step(source.kind)
    steps.append((step, step.hasClosure ? source.inputs[0].actor(of: source.name) : nil))
  }

  private static func step(_ kind: Operator) throws(Chain.UnsupportedReason) -> Step {
    switch kind {
    case .signals(.delay(let delay)): return .delay(delay)
    case .values(let kind): return .value(kind)
    case .expand(let expand, _): return .expand(expand)
    case .leaf, .operation, .interval, .schedule, .range, .errors, .deferred, .signals,
      .remark, .catch, .concat, .startWith, .merge, .zip, .takeUntil, .fallback, .timeout,
      .mapError, .catchAndReturn, .cached, .stored, .guarded, .via, .hedged, .refreshing, .retry,
      .retryWhen, .answering:
      throw .name(kind.name)
    }
  }

  private mutating func pair(
    _ sources: [Source], over stream: ErrorStream, _ unpaired: Unpaired
  ) throws(Chain.UnsupportedReason) {
    let place = sources.firstIndex { $0.isErrors(of: stream) }
    guard sources.count == 2, let place, case .range(let range) = sources[1 - place].kind,
      range.length <= Self.mostNumbers
    else { throw .name("zip") }
    steps.append((.numbered(range, isFirst: place == 1, unpaired), nil))
    events = range.length
  }
}

extension Source {
  fileprivate func isErrors(of stream: ErrorStream) -> Bool {
    if case .errors(let other) = kind { other === stream } else { false }
  }
}

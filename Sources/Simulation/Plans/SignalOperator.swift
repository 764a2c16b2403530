package import RetryNumerics

/// An operator on the signals of one source, which calls no closure and subscribes to nothing else.
///
/// Its stage, its bounds and its entry in the language make the difference; for some, also their line in an
/// explanation. A notifier of a chain runs `delay` alone.
package enum SignalOperator: Sendable {
  case materialize
  case dematerialize
  case delay(Nanoseconds)
  case delaySubscription(Nanoseconds)
  case buffer(Nanoseconds?, count: Int?)
  case debounce(Nanoseconds)
  case throttle(Nanoseconds, latest: Bool)
  case cancel(at: Nanoseconds)
  case takeLast(Int)

  /// The name of the operator in the language.
  package var name: String {
    switch self {
    case .materialize: "materialize"
    case .dematerialize: "dematerialize"
    case .delay: "delay"
    case .delaySubscription: "delaySubscription"
    case .buffer: "buffer"
    case .debounce: "debounce"
    case .throttle: "throttle"
    case .cancel: "cancel"
    case .takeLast: "takeLast"
    }
  }
}

package import Retry
package import RetryNumerics
package import VirtualTime

/// The outermost operator of a source, with its parameters.
///
/// Code that depends on the operator uses a `switch` without a default, so that the compiler finds it when a case
/// is added.
package enum Operator: Sendable {
  // Sources.
  case leaf(Leaf)
  case operation(Operation)
  case interval(Nanoseconds)
  /// Signals at their times; with a name, subscriptions are attempts.
  case schedule([TimedSignal], named: String?)
  case range(ClosedRange<Int64>)
  /// The errors of a retried source, as seen by its notifier.
  case errors(ErrorStream)
  /// The source a closure returns at each subscription.
  case deferred(@Sendable (inout Draws) throws(Fault) -> Source)

  // Operators on values or signals.
  case values(ValueOperator)
  case signals(SignalOperator)
  case remark(@Sendable (Signal) -> String?)

  // Operators that subscribe to sources from closures.
  case expand(Expand, Joining)
  case `catch`(@Sendable (Fault, inout Draws) throws(Fault) -> Source)

  // Combinations of sources.
  case concat
  case startWith([Value])
  case merge
  case zip(Unpaired)
  /// The second source ends the first by a value.
  case takeUntil
  /// The second source follows an error of the first.
  case fallback(on: FaultFilter)

  // Operators on errors.
  case timeout(Nanoseconds, error: Fault)
  case mapError(@Sendable (Fault, inout Draws) throws(Fault) -> Fault)
  case catchAndReturn(Value)
  case cached(CacheContents)
  /// A cache that calls share keeps the answers.
  case stored(SharedCache)
  /// A breaker or a limit decides whether a call may go on.
  case guarded(Guard)
  /// A client's program makes the calls.
  case via(Shared<ClientProgram>)
  /// Further attempts start before the first has ended.
  case hedged(Shared<Hedge>, budget: Shared<RetryBudget>?)
  /// Failures that match are retried once after the second source has ended.
  case refreshing(on: FaultFilter)
  case retry(RetryStrategy)
  /// The second source receives the errors of the first and decides when to resubscribe it.
  case retryWhen(ErrorStream, on: FaultFilter)
  /// Its success counts only as an answer of the given source.
  case answering(GivenSource)
}

extension Operator {
  /// The name of the operator in the language.
  package var name: String {
    switch self {
    case .leaf(let leaf): leaf.name
    case .operation: "op"
    case .interval: "interval"
    case .schedule: "schedule"
    case .range: "range"
    case .errors: "errors"
    case .values(let kind): kind.name
    case .signals(let kind): kind.name
    case .remark: "do"
    case .expand(_, let joining): joining.rawValue
    case .deferred: Joining.merged.rawValue
    case .catch: "catch"
    case .concat: "concat"
    case .startWith: "startWith"
    case .merge: "merge"
    case .zip: "zip"
    case .takeUntil: "takeUntil"
    case .fallback: "fallback"
    case .timeout: "timeout"
    case .mapError: "mapError"
    case .catchAndReturn: "catchAndReturn"
    case .cached, .stored: "cached"
    case .guarded(let guarding): guarding.sort.operatorName
    case .via: "via"
    case .hedged: "hedge"
    case .refreshing: "AuthFilter"
    case .retry: "retry"
    case .retryWhen: "retryWhen"
    case .answering: "answering"
    }
  }
}

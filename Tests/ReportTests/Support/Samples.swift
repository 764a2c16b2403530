import Report
import Retry
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// Returns so many milliseconds.
func ms(_ count: Int64) -> Nanoseconds {
  Nanoseconds(count * 1_000_000)
}

/// Returns an operation that answers as written, after 100 ms unless the answer says otherwise.
func scripted(_ name: String = "fetch", _ answers: ScriptedAnswer...) throws -> Source {
  .operation(try Operation(name, script: answers))
}

/// Returns an answer that fails.
func fails(_ fault: Fault = .timeout, after time: Nanoseconds? = nil) -> ScriptedAnswer {
  ScriptedAnswer(.fault(fault), after: time)
}

/// Returns an answer that succeeds with nothing to say.
func ok(after time: Nanoseconds? = nil) -> ScriptedAnswer {
  ScriptedAnswer(.ok, after: time)
}

/// Returns an answer that succeeds with a value.
func ok(_ value: Value) -> ScriptedAnswer {
  ScriptedAnswer(.value(value))
}

/// Returns a strategy of so many attempts.
func strategy(
  _ attempts: Int?, _ backoff: Backoff = .constant(.milliseconds(200)),
  on filter: FaultFilter = FaultFilter(), deadline: Duration? = nil,
  rule: DeadlineRule = .refuse, exhausted: Exhaustion = .fail
) -> RetryStrategy {
  RetryStrategy(
    rules: RetryRules(
      attempts: attempts, backoff: backoff, deadline: deadline, deadlineRule: rule,
      exhausted: exhausted),
    on: filter)
}

/// Returns the report of one call of a source.
func report(
  _ source: Source, subject: String = "call", of attempts: Int? = nil, style: Style = Style(),
  limits: Limits = Limits(), call: UInt64 = 0
) -> TraceReport {
  let trace = Machine(source, seed: 42, limits: limits).trace(call: call)
  return TraceReport(
    trace: trace, subject: subject, attemptLimit: attempts, style: style, source: source)
}

import RetryNumerics
package import Simulation
package import TextLayout
import VirtualTime

/// One call as JSON.
package struct RunJSON {
  private let trace: Trace
  private let subject: String
  private let interruption: InterruptionCheck
  private var hasEvents = true

  package init(trace: Trace, subject: String, interruption: InterruptionCheck = .never) {
    self.trace = trace
    self.subject = subject
    self.interruption = interruption
  }

  package var json: JSONValue { Self.form.json(of: self) }

  package static func events(_ part: Range<Int>, of trace: Trace) -> [JSONValue] {
    EventsJSON(trace).rows(of: part)
  }

  /// The object without the events of the call.
  var about: JSONValue {
    var run = self
    run.hasEvents = false
    return run.json
  }

  package static let form = JSONForm<RunJSON>("run", "one call") {
    JSONKey("subject", "the expression that was run") { $0.subject }
    JSONKey.seed { $0.trace.seed }
    JSONKey("call", "the number of the call") { $0.trace.result.call }
    JSONKey("outcome", "success, failure, completed, cancelled or stopped") {
      $0.trace.result.outcome.key
    }
    JSONKey.described("value", "value  any  the last value; null if there is none") { $0.value }
    JSONKey("error", "the error of a failure") { $0.error }
    JSONKey("attempts", "the subscriptions to all operations") { $0.trace.result.tally.attempts }
    JSONKey("duration_ns", "the duration of the call") { $0.trace.result.duration }
    JSONKey("waited_ns", "the time spent waiting between attempts") { $0.trace.result.tally.waited }
    JSONKey.spread { $0.trace.spread }
    JSONKey.draws { $0.trace.seed }
    JSONKey.described(
      "events",
      """
      events[].t_ns   integer  the time since the start of the call
      events[].event  text     attempt, success, failure, cancelled, wait, note, value or end
      events[].op     text     the operation of an attempt
      events[].n      integer  the number of the attempt, from 1
      events[].error  text     the error of a failure
      events[].for_ns  integer  the length of a wait
      events[].value  any      the value that was sent
      events[].text   text     what a note says, such as what is left of a budget
      """
    ) { $0.hasEvents ? .list(EventsJSON($0.trace, $0.interruption).rows) : nil }
    JSONKey.optional("stopped_at", "the limit that stopped the call") { $0.limit }
    JSONKey.optional("hangs_on", "what a hanging call waits for") { $0.waits }
    JSONKey.each("disruptions", { $0.trace.disruptions.isEmpty ? nil : $0.trace.disruptions }) {
      JSONKey("op", "an operation with outages or bursts in time, or whose server has any") {
        $0.operation
      }
      JSONKey("kind", "outage or burst") { $0.kind.rawValue }
      JSONKey(
        "errors", "the errors of attempts that fail because of it; none if they wait"
      ) { $0.faults.map(\.description) }
      JSONKey("from_ns", "its start, counted from the start of the call") {
        $0.times.lowerBound.sinceStart
      }
      JSONKey(
        "until_ns", "its end, which may be after the call; null if it has none"
      ) { $0.times.upperBound == .never ? nil : $0.times.upperBound.sinceStart }
    }
    JSONKey.optional("served_stale", "the number of stale answers from caches") {
      $0.trace.result.tally.stale > 0 ? $0.trace.result.tally.stale : nil
    }
    JSONKey.optional(
      "effects", "how often the effect of the call happened, if an operation states it"
    ) { $0.trace.result.tally.effects }
    JSONKey.optional("cost", "the cost of its attempts, if an operation has a price") {
      $0.trace.result.tally.cost.map { Double($0) / 1e9 }
    }
    JSONKey.mark("is_cut", "the trace is incomplete: it was too long to keep") { $0.trace.isCut }
  }

  private var limit: String? {
    if case .stopped(let limit) = trace.result.outcome { limit.key } else { nil }
  }

  private var waits: [String]? {
    if case .hung(let waits) = trace.result.outcome {
      waits.map { $0.phrase(\.plainText) }
    } else {
      nil
    }
  }

  private var value: JSONValue {
    if case .success(let value) = trace.result.outcome { JSONValue(value) } else { .null }
  }

  private var error: String? {
    if case .failure(let fault) = trace.result.outcome { fault.description } else { nil }
  }
}

extension Outcome {
  /// The outcome of a call in JSON.
  package var key: String { if case .hung = self { "stopped" } else { word } }
}

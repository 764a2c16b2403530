import Measurement
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import VirtualTime

/// The kinds of objects that a session prints, each with its keys.
enum JSONForms {
  static let find = JSONForm<(record: MeasuredRecord, findings: Findings)>(
    "find", "calls that meet a condition"
  ) {
    JSONKey("subject", "the expression that was searched") { $0.record.subject }
    JSONKey.seed { $0.record.seed }
    JSONKey("calls", "the number of calls searched") { $0.findings.searched }
    JSONKey("found", "the number of calls that meet the condition") { $0.findings.count }
    JSONKey("first", "the numbers of the first such calls") { $0.findings.calls }
    JSONKey.draws { $0.record.seed }
    JSONKey.partial { $0.findings.isPartial }
    JSONKey.spread { $0.record.spread }
  }

  static let hunt = JSONForm<Hunt>(
    "hunt", "a call found by a search, reduced to a minimal script"
  ) {
    JSONKey("subject", "the expression that was searched") { $0.subject }
    JSONKey("seed", "the seed of the call; null if none was found") {
      $0.found.map { PinnedDraw.proper($0.trace.seed) }
    }
    JSONKey("call", "the number of the call") { $0.found?.trace.result.call }
    JSONKey("searched", "the number of calls searched") { $0.searched }
    JSONKey("script", "the lines that reproduce the call") { $0.found?.shortened?.lines ?? [] }
    JSONKey.draws { $0.found?.trace.seed ?? 0 }
    JSONKey.partial { $0.isPartial }
  }

  static let expectation = JSONForm<Expectation>("expect", "a condition on the last result") {
    JSONKey("condition", "the condition, as written") { $0.text }
    JSONKey("met", "whether it holds") { $0.judgement == .met }
    JSONKey("uncertain", "whether more calls are needed to decide") { $0.judgement == .undecided }
    JSONKey.described(
      "figures",
      """
      figures.*.value  any  a figure in the condition; the key of a duration ends in _ns
      figures.*.low    any  the lower bound of its interval, if it was sampled
      figures.*.high   any  the upper bound
      """
    ) { .object($0.figures.map(\.json)) }
    JSONKey.optional("older", "the name of the judged result; only if something was run since") {
      $0.older?.name
    }
    JSONKey.described(
      "line", "line  integer or null  the line of the condition; only with --serve"
    ) { _ in nil }
  }

  static let value = JSONForm<Definition>("value", "the value of an expression") {
    JSONKey("subject", "the expression, as written") { $0.text }
    JSONKey("type", "its type") { $0.type.description }
    JSONKey.member(
      Schema.keys(
        """
        value     any  the value; null if JSON has no such value
        value_ns  any  the value instead, if it is a duration or a list of durations
        """)
    ) {
      let value = FigureJSON(item: $0.item, type: $0.type)
      return JSONValue.Member(key: "value" + value.unit, value: value.json)
    }
    JSONKey("text", "the value as text") { Description.value($0) }
  }

  static let exercise = JSONForm<ExerciseCheck>(
    "exercise", "an answer, checked against the goals"
  ) {
    JSONKey("name", "the name to define") { $0.name }
    JSONKey("answer", "the answer, as written") { $0.answer }
    JSONKey("right", "whether the answer should meet the goals") { $0.isRight }
    JSONKey("met", "whether the answer meets the goals") { $0.isMet }
    JSONKey("goals", "the result of each goal") { $0.lines }
  }

  static let replay = JSONForm<ReplayedScenario>(
    "replay", "a scenario compared with its recording"
  ) {
    JSONKey("path", "its path") { $0.path }
    JSONKey("same", "whether the results match the recording") { $0.replay.changes.isEmpty }
    JSONKey.each("changes", { $0.replay.changes }) {
      JSONKey("result", "the number of the result, from 1") { $0.result }
      JSONKey("title", "a description of the result") { $0.title }
      JSONKey("key", "the figure; null for the whole result") { $0.key }
      JSONKey("recorded", "the recorded value") { $0.recorded }
      JSONKey("found", "the new value") { $0.found }
      JSONKey("within_chance", "whether chance can explain the difference") {
        $0.verdict == .withinChance
      }
    }
    JSONKey("notes", "a note") { $0.replay.notes }
  }
}

// MARK: - Explanations

extension JSONForms {
  static let explanation = JSONForm<Explanation>(
    "explain", "the behaviour of a strategy, without a run"
  ) {
    JSONKey("subject", "the expression, as written") { $0.subject }
    JSONKey("most_attempts", "the most attempts, if known") { $0.mostAttempts }
    JSONKey("longest_ns", "the longest duration, if limited") { $0.longestTime }
    JSONKey.each("parts", { $0.parts }) {
      JSONKey("depth", "its depth in the tree of parts") { $0.depth }
      JSONKey("text", "a description of the part") { $0.text }
      JSONKey("details", "a detail of its behaviour") { $0.details }
    }
    JSONKey("warnings", "a likely mistake") { $0.warnings }
  }

  static let reasons = JSONForm<Reasons>("why", "the decisions of one call") {
    JSONKey("subject", "the expression that was run") { $0.record.subject }
    JSONKey.seed { $0.record.trace.seed }
    JSONKey("call", "the number of the call") { $0.record.trace.result.call }
    JSONKey("outcome", "its outcome, as in a run") { $0.record.trace.result.outcome.key }
    JSONKey("attempts", "the number of attempts") { $0.record.trace.result.tally.attempts }
    JSONKey("duration_ns", "the duration of the call") { $0.record.trace.result.duration }
    JSONKey.each("decisions", { $0.decisions }) {
      JSONKey("t_ns", "the time of the decision") { $0.at }
      JSONKey("cause", "failure, deadline, notified or cache") { $0.cause.key }
      JSONKey("op", "the operation of the last attempt") { $0.attempt?.operation }
      JSONKey("n", "the number of that attempt") { $0.attempt.map { Int($0.number) } }
      JSONKey("error", "the error that caused the decision") { $0.cause.fault?.description }
      JSONKey.each("questions", { $0.questions }) {
        JSONKey("question", "a rule that the strategy applied") { $0.question }
        JSONKey("answer", "the result of the rule") { $0.answer }
      }
      JSONKey("verdicts", "the decision") { $0.verdicts }
    }
    JSONKey.each("against", { $0.alternatives }) {
      JSONKey("subject", "an alternative strategy") { $0.subject }
      JSONKey("outcome", "the outcome with that strategy") { $0.result.outcome.key }
      JSONKey("attempts", "the attempts with that strategy") { $0.result.tally.attempts }
      JSONKey("duration_ns", "the duration with that strategy") { $0.result.duration }
    }
    JSONKey.spread { $0.record.trace.spread }
    JSONKey.draws { $0.record.trace.seed }
  }

  static let step = JSONForm<Step>("step", "the state of a call in the stepper") {
    JSONKey("subject", "the expression that is run") { $0.record.subject }
    JSONKey("moment", "the number of the current moment, from 1") { $0.snapshot.moment }
    JSONKey("t_ns", "the time of that moment") { $0.snapshot.now.sinceStart }
    JSONKey("is_over", "whether the call has ended") { $0.snapshot.outcome != nil }
    JSONKey("is_asked", "whether a person has to answer") { $0.isAsked }
    JSONKey.described(
      "events",
      """
      events[].t_ns    integer  the events since the last step, as in a run
      events[].event   text     as in a run
      events[].op      text     as in a run
      events[].n       integer  as in a run
      events[].error   text     as in a run
      events[].for_ns  integer  as in a run
      """
    ) { .list(RunJSON.events($0.events, of: $0.record.trace)) }
    JSONKey.each("pending", { $0.snapshot.pending }) {
      JSONKey("t_ns", "the time of a pending event") { $0.at.sinceStart }
      JSONKey("title", "the operator that receives it") { $0.title }
      JSONKey("activity", "the activity of the operator") { $0.activity }
    }
    JSONKey.described(
      "plan",
      """
      plan.title     text          the outermost operator
      plan.activity  text or null  its current activity
      plan.inputs[]  object        its inputs, with the same keys
      """
    ) { part($0.snapshot.plan, depth: 0) }
    JSONKey.each("memories", { $0.snapshot.memories }) {
      JSONKey("name", "a strategy with a memory, such as a breaker") { $0.name }
      JSONKey("state", "what it remembers") { $0.state }
    }
  }

  private static func part(_ part: Snapshot.Part, depth: Int) -> JSONValue {
    let inputs = depth < 40 ? part.inputs.map { self.part($0, depth: depth + 1) } : []
    return ["title": .string(part.title), "activity": part.activity.json, "inputs": .list(inputs)]
  }
}

extension Reasons.Cause {
  fileprivate var key: String {
    switch self {
    case .failure: "failure"
    case .deadline: "deadline"
    case .notified: "notified"
    case .cache: "cache"
    }
  }

  fileprivate var fault: Fault? {
    switch self {
    case .failure(let error), .notified(let error): error
    case .deadline, .cache: nil
    }
  }
}

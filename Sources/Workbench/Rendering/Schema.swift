import Measurement

/// The schema of the JSON output: each kind with its keys, types and units.
///
/// A `*` stands for a variable name, and `[]` for each element of a list.
package struct Schema: Sendable {
  /// A key of an object.
  package struct Key: Sendable {
    /// The path of the key.
    package let path: String
    /// The type of its value.
    package let type: String
    /// The meaning of its value.
    package let meaning: String
  }

  /// The kind of the object.
  package let kind: String
  /// The description.
  package let meaning: String
  /// The keys, except `kind` and `schema`, which every object has.
  package let keys: [Key]

  init(_ kind: String, _ meaning: String, _ keys: [[Key]]) {
    (self.kind, self.meaning) = (kind, meaning)
    self.keys = keys.flatMap(\.self)
  }

  /// Parses rows of a path, a type and a meaning, separated by two or more spaces.
  static func keys(_ rows: String) -> [Key] {
    rows.split(separator: "\n").map { row in
      let parts = row.split(separator: "  ").map { $0.trimmed }.filter { !$0.isEmpty }
      return Key(path: parts[0], type: parts[1], meaning: parts.dropFirst(2).joined(separator: " "))
    }
  }

  /// The schema as shown by the help.
  static var text: String {
    let all = "every object also has  kind  and  schema, and with --serve  id"
    return ([all] + Schema.all.map(\.text)).joined(separator: "\n")
  }

  private var text: String {
    let paths = keys.map(\.path.count).max() ?? 0
    let types = keys.map(\.type.count).max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count)
    }
    // A meaning that would hardly have room beside them stands below.
    let isBelow = paths + types > 44
    let rows = keys.map {
      isBelow
        ? "  \($0.path)  \($0.type)\n      \($0.meaning)"
        : "  \(padded($0.path, paths))  \(padded($0.type, types))  \($0.meaning)"
    }
    return (["\(kind): \(meaning)"] + rows).joined(separator: "\n")
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

// MARK: - Kinds

extension Schema {
  /// Every kind of object.
  package static let all: [Schema] = results + statements + explanations + sessions + checks

  private static let subject = keys("subject  text  the expression that was run or measured")
  private static let seed = keys(
    """
    seed  integer  the seed of the calls
    draws  text  the draw that stands for all others; only if one does
    """)
  private static let origin =
    seed
    + keys(
      """
      call  integer  the number of the call
      """)
  private static let spread = keys(
    "over_ns  integer  the time over which the starts of calls are spread; only if given")
  private static let partial = keys("is_partial  true  the run was stopped before its end")

  private static func figures(ofLoads: Bool) -> [Key] {
    seed
      + keys(of: Figure.all.filter { ofLoads || !$0.isOfLoads })
  }

  /// The keys of a row of a comparison or a sweep.
  private static func row(_ needed: String) -> [Key] {
    keys(
      """
      parameters.strategy          text             the strategy or the load of the row in a comparison
      parameters.*                 any              the value of a swept parameter; the key of a duration ends in _ns
      against_first.*.value        number           the difference from the first strategy or load
      against_first.*.low          number           the lower bound of its 95% confidence interval
      against_first.*.high         number           the upper bound
      against_first.*.significant  flag             whether the interval excludes 0
      against_first.*.\(needed)_needed  integer or null  the number of \(needed) that would make it significant
      """)
  }

  static func keys(of figures: [Figure]) -> [Key] {
    figures.reduce(into: []) { keys, figure in
      guard let key = figure.key else { return }
      func add(_ path: String, _ type: String, _ meaning: String) {
        if keys.last?.path != path { keys.append(Key(path: path, type: type, meaning: meaning)) }
      }
      let type = figure.isWhole ? "integer" : "number"
      switch key.form {
      case .alone: add(figure.isCounts ? key.path + ".*" : key.path, type, key.meaning)
      case .alike: add(key.path(of: "*"), type, key.meaning)
      case .withInterval:
        add(key.path, type, key.meaning)
        add(key.path(of: "low"), "number or null", "the lower bound of its 95% confidence interval")
        add(key.path(of: "high"), "number or null", "the upper bound")
      }
    }
  }

  private static let results: [Schema] = [
    Schema(
      "run", "one call",
      [
        subject, origin, spread,
        keys(
          """
          outcome         text          success, failure, completed, cancelled or stopped
          value           any           the last value; null if there is none
          error           text or null  the error of a failure
          attempts        integer       the subscriptions to all operations
          duration_ns     integer       the duration of the call
          waited_ns       integer       the time spent waiting between attempts
          events[].t_ns   integer       the time since the start of the call
          events[].event  text          attempt, success, failure, cancelled, wait, note, value or end
          events[].op     text          the operation of an attempt
          events[].n      integer       the number of the attempt, from 1
          events[].error  text          the error of a failure
          events[].for_ns  integer      the length of a wait
          events[].value  any           the value that was sent
          events[].text   text          what a note says, such as what is left of a budget
          stopped_at      text          the limit that stopped the call
          hangs_on[]      text          what a hanging call waits for
          disruptions[].op        text             an operation with outages or bursts in time, or whose server has any
          disruptions[].kind      text             outage or burst
          disruptions[].errors[]  text             the errors of attempts that fail because of it; none if they wait
          disruptions[].from_ns   integer          its start, counted from the start of the call
          disruptions[].until_ns  integer or null  its end, which may be after the call; null if it has none
          served_stale    integer       the number of stale answers from caches
          effects         integer       how often the effect of the call happened, if an operation states it
          cost            number        the cost of its attempts, if an operation has a price
          is_cut          true          the trace is incomplete: it was too long to keep
          """),
      ]),
    Schema(
      "stats", "many calls: one object for stats, one per row for compare and sweep",
      [
        subject, figures(ofLoads: false), spread, partial, row("calls"),
      ]),
    Schema(
      "load", "concurrent calls: one object for stats, one per row for compare and sweep",
      [
        subject, figures(ofLoads: true), partial, row("runs"),
        keys("loads[].name  text  the name of one of several loads that ran together")
          + keys(of: Figure.ofPart).map {
            Key(path: "loads[].\($0.path)", type: $0.type, meaning: $0.meaning)
          },
        keys(
          """
          runs                               integer  the number of runs
          retried                            number   the share of attempts that were not the first of their call; only of the policies that 'export' checks
          duration_ns                        integer  the duration of each run
          drain_ns                           integer  how long each run waits for the calls in flight at its end
          in_flight                          integer  the calls in flight at the end of the duration
          unended                            integer  those of them that had not ended after that wait
          resources[]                        text     the names of servers and channels; only for one run
          spans[].from_ns                    integer  the start of a time span; only for one run
          spans[].until_ns                   integer  the end of the span
          spans[].begun                      integer  the calls that started
          spans[].attempts                   integer  the attempts
          spans[].retries                    integer  the attempts that were not the first of their call
          spans[].succeeded                  integer  the calls that succeeded
          spans[].failed                     integer  the calls that failed
          spans[].latency_ns                 integer  the total latency of the calls that ended
          spans[].under_way_ns               integer  the total time of calls in flight
          spans[].resources[].arrived        integer  the requests that arrived
          spans[].resources[].refused        integer  the requests that were refused
          spans[].resources[].served         integer  the requests that were served
          spans[].resources[].wasted         integer  the requests served after their caller had left
          spans[].resources[].abandoned      integer  the requests whose caller left while they were queued
          spans[].resources[].expired        integer  the requests that had waited too long when their turn came; only with 'expires:'
          spans[].resources[].hits           integer  the answers of a cache by itself; only of a cache
          spans[].resources[].crashed        integer  the requests that were in the server when it crashed; only with 'crash:'
          spans[].resources[].waiting_ns     integer  the total time of requests in the queue
          spans[].resources[].busy_ns        integer  the total busy time of the slots
          spans[].resources[].longest_queue  integer  the longest queue
          strategies[]                       text     the names of strategies with a memory; only for one run with any
          spans[].strategies[].allowed       integer  the calls or retries that it let pass
          spans[].strategies[].refused       integer  the calls or retries that it refused
          spans[].strategies[].opened        integer  the times that it opened; only of a breaker
          spans[].strategies[].left          number   what a budget has left at the end of the span
          spans[].strategies[].open          number   1 if a breaker is open at the end of the span, 0.5 if half-open, else 0
          spans[].strategies[].wait_ns       number   how long the next call would wait for a rate limiter
          spans[].strategies[].running       number   the calls that run in a bulkhead
          spans[].strategies[].limit         number   the calls that may run in a bulkhead that adapts
          spans[].strategies[].drops         number   the share of calls that a throttle drops
          spans[].strategies[].rate          number   the calls per second of a pacer; null before it has an effect
          spans[].strategies[].delay_ns      number   the time after which a hedge starts; null if it is fixed or not known yet
          stopped_by                         text     the limit that stopped a run
          """),
      ]),
    Schema(
      "find", "calls that meet a condition",
      [
        subject, spread, partial,
        keys(
          """
          seed     integer  the seed of the calls
          draws    text     the draw that stands for all others; only if one does
          calls    integer  the number of calls searched
          found    integer  the number of calls that meet the condition
          first[]  integer  the numbers of the first such calls
          """),
      ]),
    Schema(
      "hunt", "a call found by a search, reduced to a minimal script",
      [
        subject, partial,
        keys(
          """
          seed      integer or null  the seed of the call; null if none was found
          draws     text  the draw that stands for all others; only if one does
          call      integer or null  the number of the call
          searched  integer          the number of calls searched
          script[]  text             the lines that reproduce the call
          """),
      ]),
  ]

  private static let statements: [Schema] = [
    Schema(
      "expect", "a condition on the last result",
      [
        keys(
          """
          condition        text     the condition, as written
          met              flag     whether it holds
          uncertain        flag     whether more calls are needed to decide
          figures.*.value  any      a figure in the condition; the key of a duration ends in _ns
          figures.*.low    any      the lower bound of its interval, if it was sampled
          figures.*.high   any      the upper bound
          older            text     the name of the judged result; only if something was run since
          line             integer or null  the line of the condition; only with --serve
          """)
      ]),
    Schema(
      "value", "the value of an expression",
      [
        keys(
          """
          subject   text     the expression, as written
          type      text     its type
          value     any      the value; null if JSON has no such value
          value_ns  any      the value instead, if it is a duration or a list of durations
          text      text     the value as text
          """)
      ]),
    Schema(
      "exercise", "an answer, checked against the goals",
      [
        keys(
          """
          name     text  the name to define
          answer   text  the answer, as written
          right    flag  whether the answer should meet the goals
          met      flag  whether the answer meets the goals
          goals[]  text  the result of each goal
          """)
      ]),
    Schema(
      "error", "an error in a text",
      [
        keys(
          """
          message     text          the message
          line        integer       its line, from 1
          column      integer       its column in characters, from 1
          length      integer       its length in characters
          suggestion  text or null  a correction
          """)
      ]),
  ]
}

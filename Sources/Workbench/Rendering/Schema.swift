/// What the objects of JSON hold that programs get: each kind with its keys, their types and units.
///
/// A `*` stands for a name that varies, and `[]` for each of a list.
package struct Schema: Sendable {
  /// A key of an object.
  package struct Key: Sendable {
    /// The path to it.
    package let path: String
    /// What it holds.
    package let type: String
    /// What that means.
    package let meaning: String
  }

  /// The kind of the object.
  package let kind: String
  /// What it is about.
  package let meaning: String
  /// The keys besides `kind` and `schema`, which every object has.
  package let keys: [Key]

  init(_ kind: String, _ meaning: String, _ keys: [[Key]]) {
    (self.kind, self.meaning) = (kind, meaning)
    self.keys = keys.flatMap(\.self)
  }

  /// Reads rows of a path, a type and a meaning, with two spaces or more between them.
  static func keys(_ rows: String) -> [Key] {
    rows.split(separator: "\n").map { row in
      let parts = row.split(separator: "  ").map { $0.trimmed }.filter { !$0.isEmpty }
      return Key(path: parts[0], type: parts[1], meaning: parts.dropFirst(2).joined(separator: " "))
    }
  }

  /// The schema as the help tells it.
  static var text: String {
    let all = "every object also has  kind  and  schema, and behind --serve  id"
    return ([all] + Schema.all.map(\.text)).joined(separator: "\n")
  }

  private var text: String {
    let paths = keys.map(\.path.count).max() ?? 0
    let types = keys.map(\.type.count).max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count)
    }
    let rows = keys.map { "  \(padded($0.path, paths))  \(padded($0.type, types))  \($0.meaning)" }
    return (["\(kind): \(meaning)"] + rows).joined(separator: "\n")
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

// MARK: - The kinds

extension Schema {
  /// Every kind of object.
  package static let all: [Schema] = results + statements + explanations + sessions + checks

  private static let subject = keys("subject  text  what was run or measured, as it is written")
  private static let origin = keys(
    """
    seed  integer  the seed of the calls
    call  integer  the number of the call
    """)
  private static let partial = keys("is_partial  true  it was stopped before its end")

  private static let figures = keys(
    """
    seed                  integer         the seed of the calls
    calls                 integer         the number of calls
    success.rate          number          the share of calls that succeeded; success is null without a call
    success.low           number or null  the lower end of its 95% interval
    success.high          number or null  the upper end
    attempts.mean         number          the mean attempts per call
    attempts.max          integer         the most attempts of a call
    attempts.counts.*     integer         the calls with so many attempts
    latency_ns.mean       number          how long calls take, in nanoseconds; null where none ended
    latency_ns.p50        integer         the time that half of the calls do not exceed
    latency_ns.p90        integer         the time that 90% do not exceed
    latency_ns.p99        integer         the time that 99% do not exceed
    latency_ns.p999       integer         the time that 99.9% do not exceed
    latency_ns.max        integer         the longest time
    success_latency_ns.*  number          the same of calls that succeeded
    waited_ns.mean        number          the mean time that a call waits between attempts
    outcomes.*            integer         the calls that ended so
    errors.*              integer         the calls that failed with this error
    load                  number          the attempts per call that the operation sees
    wasted_retries        integer         the retries of calls that failed all the same
    values.mean           number          the mean values per call, where some calls send several
    values.max            integer         the most values of a call
    values.counts.*       integer         the calls with so many values
    served_stale          integer         the calls that a cache answered with an old entry
    """)

  private static let results: [Schema] = [
    Schema(
      "run", "one call",
      [
        subject, origin,
        keys(
          """
          outcome         text          success, failure, completed, cancelled or stopped
          value           any           the last value, null where there is none
          error           text or null  the error of a failure
          attempts        integer       the subscriptions to all operations
          duration_ns     integer       how long the call took
          waited_ns       integer       how long it waited between attempts
          events[].t_ns   integer       when it happened, since the call began
          events[].event  text          attempt, success, failure, cancelled, wait, value or end
          events[].op     text          the operation of an attempt
          events[].n      integer       the number of the attempt, from 1
          events[].error  text          the error of a failure
          events[].for_ns  integer      the length of a wait
          events[].value  any           a value that was sent
          stopped_at      text          the limit at which it was stopped
          hangs_on[]      text          what a call waits for that never ends
          served_stale    integer       the answers with old entries of a cache
          is_cut          true          the trace was longer than is kept
          """),
      ]),
    Schema(
      "stats", "many calls: one object for stats, one a row for compare and sweep",
      [
        subject, figures, partial,
        keys(
          """
          parameters.strategy           text             the strategy of the row, in a comparison
          parameters.*                  any              the value of a swept parameter; its key ends in _ns for a time
          against_first.*.value         number           the difference to the first strategy
          against_first.*.low           number           the lower end of its 95% interval
          against_first.*.high          number           the upper end
          against_first.*.significant   flag             whether the interval leaves out 0
          against_first.*.calls_needed  integer or null  the calls that would make it significant
          """),
      ]),
    Schema(
      "load", "calls side by side",
      [
        subject, figures, partial,
        keys(
          """
          runs                               integer  the runs that were made
          duration_ns                        integer  how long each run lasts
          unfinished                         integer  the calls that had not ended
          resources[]                        text     the names of servers and channels; of one run
          spans[].from_ns                    integer  the beginning of a span of time; of one run
          spans[].until_ns                   integer  its end
          spans[].begun                      integer  the calls that began
          spans[].attempts                   integer  the attempts
          spans[].succeeded                  integer  the calls that succeeded
          spans[].failed                     integer  the calls that failed
          spans[].latency_ns                 integer  the sum of the times of calls that ended
          spans[].under_way_ns               integer  the sum of the times that calls were under way
          spans[].resources[].arrived        integer  the requests that arrived
          spans[].resources[].refused        integer  the requests that were refused
          spans[].resources[].served         integer  the requests that were served
          spans[].resources[].wasted         integer  the requests that were served after their caller had gone
          spans[].resources[].abandoned      integer  the requests whose caller went while they waited
          spans[].resources[].waiting_ns     integer  the sum of the times that requests waited
          spans[].resources[].busy_ns        integer  the sum of the times that slots were busy
          spans[].resources[].longest_queue  integer  the most requests that waited at once
          stopped_by                         text     the limit at which a run was stopped
          """),
      ]),
    Schema(
      "find", "calls for which a condition holds",
      [
        subject, partial,
        keys(
          """
          seed     integer  the seed of the calls
          calls    integer  the calls that were looked at
          found    integer  the calls for which it holds
          first[]  integer  the numbers of the first of them
          """),
      ]),
    Schema(
      "hunt", "a call that was looked for, and made short",
      [
        subject, partial,
        keys(
          """
          seed      integer or null  the seed of the call, null where none was found
          call      integer or null  the number of the call
          searched  integer          the calls that were looked at
          script[]  text             the lines that show it again
          """),
      ]),
  ]

  private static let statements: [Schema] = [
    Schema(
      "expect", "a condition on the last result",
      [
        keys(
          """
          condition        text     the condition, as it is written
          met              flag     whether it holds
          uncertain        flag     whether more calls would tell
          figures.*.value  any      a figure that it mentions; its key ends in _ns for a time
          figures.*.low    any      the lower end of its interval, where it was sampled
          figures.*.high   any      the upper end
          line             integer or null  the line of the condition; behind --serve
          """)
      ]),
    Schema(
      "value", "a value that was asked for",
      [
        keys(
          """
          subject   text     what was asked for, as it is written
          type      text     its type
          value     any      the value, null where it is none of JSON
          value_ns  any      the value in place of it, where it is a time, or a list of times
          text      text     the value in words
          """)
      ]),
    Schema(
      "exercise", "an answer of a lesson's file, held against the goals",
      [
        keys(
          """
          name     text  the name that is to be defined
          answer   text  the answer, as it is written
          right    flag  whether it is meant to be right
          met      flag  whether it meets the goals
          goals[]  text  what became of each goal, in words
          """)
      ]),
    Schema(
      "error", "a mistake in a text",
      [
        keys(
          """
          message     text          what is wrong
          line        integer       its line, from 1
          column      integer       its column in characters, from 1
          length      integer       its length in characters
          suggestion  text or null  what may have been meant
          """)
      ]),
  ]
}

import Measurement
package import Report

extension Schema {
  /// Every kind of object.
  package static let all: [Schema] =
    results
    + [
      JSONForms.expectation.schema, JSONForms.value.schema, JSONForms.exercise.schema,
      ErrorJSON.form.schema, JSONForms.explanation.schema, JSONForms.reasons.schema,
      JSONForms.step.schema, JSONForms.text.schema, JSONForms.definition.schema,
      JSONForms.setting.schema, JSONForms.narration.schema, JSONForms.note.schema,
      JSONForms.took.schema, JSONForms.ways.schema, JSONForms.progress.schema,
      JSONForms.question.schema, JSONForms.output.schema, JSONForms.completion.schema,
      JSONForms.signature.schema, JSONForms.refusal.schema, JSONForms.done.schema,
      JSONForms.replay.schema, ChecksReport.checkForm.schema, ChecksReport.totalsForm.schema,
      JSONForms.grade.schema, JSONForms.grades.schema,
    ]

  /// All kinds, as the help shows them.
  static var helpText: String {
    let all = "every object also has  kind  and  schema, and with --serve  id"
    return ([all] + Schema.all.map(\.text)).joined(separator: "\n")
  }

  private static let subject = keys("subject  text  the expression that was run or measured")
  private static let seed = keys(
    """
    seed  integer  the seed of the calls
    draws  text  the draw that stands for all others; only if one does
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
        if keys.last?.path != path { keys.append(Key(path, type, meaning)) }
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
    RunJSON.form.schema,
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
            Key("loads[].\($0.path)", $0.type, $0.meaning)
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
    JSONForms.find.schema, JSONForms.hunt.schema,
  ]
}

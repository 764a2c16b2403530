// How to read what is on the screen.

extension Article {
  static let traces = Article(
    name: "traces", aliases: ["trace", "timeline", "marks", "hangs", "outage", "outages"],
    summary: "the marks of a trace, and the timeline below it",
    text: """
      A trace has a line for each event of one call, with the time since its start:
      ▶ an attempt starts        ✓ it succeeds          ✗ it fails
      … a wait, and why          ◌ it is cancelled      ◆ a cache answers
      ? a person is asked        » the person answers   ■ the strategy gives up
      · what a budget, a breaker or a limit decides
      The timeline below has a row for each operation: ━ while an attempt runs, ╌ while the strategy \
      waits. If an operation has outages or bursts of errors at some time during the call, a row 'outage' or \
      'burst' under it has ░ while they last: an attempt that starts above the ░ of an outage fails, and \
      the first one beyond it can succeed. The axis is to scale, except that short stretches are drawn long \
      enough to be seen, and a long wait shorter where ≈ stands. … fills the time about which no events \
      were kept.
      The last line is the result: the call succeeded, failed, or was stopped at a limit. 'hangs' means that \
      it never ends, because an attempt never responds or a pipeline never answers; a timeout around the \
      attempt ends it.
      """,
    example: "op(script: [.timeout, ok]).retry(attempts: 3, delay: 2s)")

  static let figures = Article(
    name: "figures",
    aliases: [
      "theory", "significant", "significance", "wasted", "waited", "interval", "histogram",
    ],
    summary: "the rows of 'stats', and when a comparison is significant",
    text: """
      Behind a figure stands its interval: the true value lies in it in 95 of 100 such measurements. \
      More calls make it narrower.
      success     the share of calls that end well; a call may need several attempts for it
      attempts    how many a call made; in the histogram, the share of calls that made so many
      outcomes    how the calls ended, and below it with which errors they failed
      wasted      retries of calls that failed all the same: load without a use
      hung        calls that never end, because an attempt does not; they have no latency
      latency     the time of a whole call, with all its attempts and waits; 'waited' is the part between \
      attempts
      theory      the exact values, where formulas give them, and whether the measurement confirms them
      p50, p90    the latency that half of the calls, or 9 of 10, do not exceed
      The histogram has the share of the calls in each row, and the share of those up to it.
      'compare' runs all strategies on the same draws. A difference is significant if chance alone would \
      hardly make it; otherwise it says about how many calls would settle it.
      """,
    example: """
      let f = op(fails: 30%)
      stats f.retry(3) calls 1000
      compare f.retry(2), f.retry(3) calls 1000
      """)

  static let overload = Article(
    name: "overload",
    aliases: ["storm", "thundering", "herd", "metastable", "metastability", "collapse"],
    summary: "retry storms: how retries keep a server down, and what helps",
    text: """
      A retry is one more request, and it comes when the server can least serve it. If waiting requests \
      are given up and sent again, the server works for callers that have left, and everything stays \
      slow after the cause is gone: a retry storm, or a metastable failure.
      A load shows it: an outage or a step of its rate is the trigger, and the report tells whether it \
      recovered afterwards. What helps is less load: a retry budget, a breaker, a limit in the server, longer \
      back-off with jitter against herds that come together. 'help memories' explains them.
      The studies in scenarios/studies measure published cases, such as retry-storm and budgets.
      """,
    example: """
      let db = server(slots: 2, service: 100ms)
      load(op(on: db).timeout(500ms).retry(3), rate: 15/s, for: 60s)
      """)
}

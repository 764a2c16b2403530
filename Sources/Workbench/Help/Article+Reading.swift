import Measurement
import RetryLanguage

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
      'burst' under it has ░ while they last: an attempt that starts above the ░ of an outage fails (of a brown-out: may fail), and \
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
      Each figure is followed by its 95% interval: the true value lies in it in 95 of 100 such \
      measurements. More calls make it narrower.
      success     the share of calls that succeed, after however many attempts
      attempts    how many a call made; in the histogram, the share of calls that made so many
      outcomes    how the calls ended; the row below counts their errors
      in vain     retries of calls that failed anyway; 'wasted' in conditions
      hung        calls that never end, because an attempt does not; they have no latency
      latency     the time of a whole call, with all its attempts and waits; 'waited' is the part between \
      attempts
      theory      the exact values, where formulas give them, and whether the measurement confirms them
      p50, p90    the latency that half of the calls, or 9 of 10, do not exceed
      A new result that is taller than the screen shows what decides it; '_' shows all of it.
      The histogram has parts of equal width, which its title names; the arrows below it point to percentiles.
      'compare' runs all strategies on the same draws. A difference is significant if it is unlikely \
      by chance alone; otherwise the report says about how many calls would settle it.
      """,
    example: """
      let f = op(fails: 30%)
      stats f.retry(3) calls 1000
      compare f.retry(2), f.retry(3) calls 1000
      """)

  static let charts = Article(
    name: "chart",
    aliases: [
      "picture", "utilization", "util", "arrived", "in flight", "flight", "max queue", "disturbed",
      "spans",
    ],
    summary: "the rows of the chart of a load, and of the table of its servers",
    text: """
      Time runs from left to right, in spans of equal length, which the title names.
      disturbed   when an outage, a burst or a surge disturbs the load
      succeeded   stacked: calls that succeed, calls that fail, and retries, per second
      calls       the calls that start, per second
      latency     the mean latency of the calls that end
      in flight   the calls that have no answer yet
      db util     the utilization of server 'db': the share of its slots that serve a request
      db queue    the requests that wait for a slot of 'db'
      The number on the right is the highest of the row. Below the figures of the calls come the phases \
      before, during and after the disturbance, and a table with a row for each server:
      utilization the mean over the whole load
      queue       the mean and the longest queue
      arrived     the requests that came to the server
      refused     those that found no room in its queue
      abandoned   those whose callers left before the answer
      wasted      those that were served after their callers had left
      """,
    example: """
      let db = server(slots: 2, service: 20ms)
      load(op(on: db).timeout(1s).retry(2), rate: 90/s, for: 30s)
      """)

  static let results = Article(
    name: "results", aliases: ["result", "_"],
    summary: "the figures of results, which 'expect', 'where' and 'let' can use",
    text: """
      _ is the last result, _1 the first one, and 'let r = _' keeps one under a name. A result has its \
      figures as members, such as _.success or _1.p99; 'expect' uses the same names for the last result, \
      and 'find' and 'hunt' for each call.
      Of one call:
      \(rows(CallFigure.known.map { ($0.name, $0.summary) }))
      Of many calls:
      \(rows(NamedFigure.all.filter { !$0.figure.isOfLoads }.map { ($0.name, $0.summary) }))
      Of a load, besides:
      \(rows(NamedFigure.all.filter(\.figure.isOfLoads).map { ($0.name, $0.summary) }))
      """,
    example: """
      let f = op(fails: 30%)
      stats f.retry(3) calls 1000
      let r = _
      r.success
      expect p99 < 1s
      """)

  static let prompt = Article(
    name: "prompt", aliases: ["keyboard", "editing"],
    summary: "how to edit entries, and the keys of the prompt",
    text: """
      An entry can have several lines; it is edited, recalled and run as a whole. While you type, the line \
      below shows the call at the cursor or the first mistake, and a faint text is the newest entry that \
      begins alike; 'set hints off' turns both off. Entries are kept from session to session, except those \
      that start with a space: 'history /text/' finds them, and 'edit' opens the last one in $EDITOR.
      To bind other keys, add lines that start with retrylab: to ~/.editrc, such as retrylab:bind -v for \
      the keys of vi.
      """,
    example: "help prompt")

  /// Rows of a word and its description.
  static func rows(_ rows: [(name: String, text: String)]) -> String {
    let width = rows.reduce(0) { max($0, $1.name.count) }
    return rows.map { row in
      "  \(row.name)\(String(repeating: " ", count: width - row.name.count + 2))\(row.text)"
    }.joined(separator: "\n")
  }

  static let overload = Article(
    name: "overload",
    aliases: ["storm", "thundering", "herd", "metastable", "metastability", "collapse"],
    summary: "retry storms: how retries keep a server down, and what helps",
    text: """
      A retry is one more request, and it comes when the server can least serve it. If waiting requests \
      are given up and sent again, the server works for callers that have left, and everything stays \
      slow after the cause is gone: a retry storm, or a metastable failure.
      A load shows it: after an outage, or a surge of its rate, the report tells whether it recovered, and \
      how long after the end. What helps is less load: a retry budget, a breaker, a limit in the server, longer \
      back-off with jitter against herds that come together. 'help memories' explains them.
      The studies in scenarios/studies measure published cases, such as retry-storm and budgets.
      """,
    example: """
      let db = server(slots: 2, service: 100ms)
      load(op(on: db).timeout(500ms).retry(3), rate: 15/s, for: 60s)
      """)
}

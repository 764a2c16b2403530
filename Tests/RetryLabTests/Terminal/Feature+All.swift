// Everything that there is at the prompt, in the order in which it is shown in one session.
//
// An init file has defined `mystery`, and an editor makes a 2 of the last 1.

extension Feature {
  static let all: [Feature] = results + editing + history + completion + help + calls + stepping

  private static let clear = Step.press(Press.control("c"), "retry>", "^C")
  private static let asking = #"op("fetch", script: [.timeout, .auth, ok]).ask(after: 0)"#

  private static let results: [Feature] = [
    Feature("a call", "mystery", "success in 200ms", ink: ("timeout", "38;5;161")),
    Feature("the last result", "_", "success in 200ms", ink: ("✓", "38;5;28")),
    Feature("the first result, explained", "explain _1", "total attempts: 3"),
    Feature("results compared", "compare _1, _", "with the same faults"),
    Feature(
      "a result kept",
      [.enter("let kept = _1", "kept:"), .enter("show kept", "let kept = _1")]),
  ]

  private static let editing: [Feature] = [
    Feature(
      "an entry of several lines", ink: ("retry>", "1;38;5;30"),
      [
        .press("[1,\r2", "......   2", "retry> [1,"),
        .press(Press.up + Press.end + "7,", "", "[1,7,"),
        .enter(Press.down + Press.end + "]", "[1, 7, 2]"),
      ]),
    Feature(
      "a text that is pasted",
      [
        .press("\u{1B}[200~[\"1\",\r\t\"👍🏽\"\u{1B}[201~", "......         \"👍🏽\""),
        .enter("]", "[\"1\", \"👍🏽\"]"),
      ]),
    Feature(
      "whole characters",
      [
        .press("\"👩‍👩‍👧e\u{301}全" + Press.left + Press.left + Press.backspace, "retry> \"e\u{301}全"),
        .enter(Press.end + "\"", "\n\"e\u{301}全\""),
      ]),
    Feature("Ctrl-C at the prompt", [.press("[1,\r2", "......   2"), clear]),
    Feature(
      "the last entry in an editor",
      [.enter("1 + 1", "\n2"), .press("edit\r", "retry> 1 + 2"), .enter("", "\n3")]),
    Feature("a mistake", "mystrey", "did you mean 'mystery'?"),
  ]

  private static let history: [Feature] = [
    Feature(
      "a space that keeps an entry private",
      [.enter("88", "\n88"), .enter(" 99", "\n99"), .press(Press.up, "retry> 88"), clear]),
    Feature(
      "a search", [.press(Press.control("r") + "8", "search '8': 88"), .enter("", "\n88")]),
    Feature("the history", "history", "1  mystery"),
    Feature("a part of the history", "history /kept/", "let kept = _1", "show kept"),
    Feature(
      "Up for what was typed", [.press("let" + Press.up, "retry> let kept = _1"), clear]),
    Feature(
      "Page Up and Page Down",
      [
        .press("my" + Press.pageUp, "retry> mystrey"), .press(Press.pageUp, "retry> mystery"),
        .press(Press.pageDown, "retry> mystrey"), clear,
      ]),
  ]

  private static let completion: [Feature] = [
    completes("a command", "expl", "explain"),
    completes("a name of one's own", "myst", "mystery"),
    completes("a method that fits", "mystery.timeo", "mystery.timeout("),
    completes("a label", "mystery.retry(unle", "mystery.retry(unless:"),
    completes("a kind of error", "op(fails: .thro", "op(fails: .throttled"),
    completes("a topic of the help", "help patt", "help patterns"),
    completes("a file", "load scen", "load scenarios/"),
    Feature(
      "a second Tab lists", ink: ("deadlineRule:", "1"),
      [
        .press("mystery.retry(dea" + Press.tab, "retry> mystery.retry(deadline"),
        .press(
          Press.tab, "", "the time after which",
          "what happens to a"),
        clear,
      ]),
  ]

  private static func completes(_ name: String, _ typed: String, _ text: String) -> Feature {
    Feature("Tab completes \(name)", [.press(typed + Press.tab, "retry> \(text)"), clear])
  }

  private static let help: [Feature] = [
    Feature("the help", "help", "help WORD explains each of them"),
    Feature("the help on a topic", "help jitter", "how the delay is randomized"),
    Feature("a search in the help", "apropos jitter", "fullJitter", "at random between zero"),
    Feature(
      "the settings",
      [
        .enter("set", "events  5000  init.retry:2"), .enter("set events 7000"),
        .enter("set", "7000  set here"),
      ]),
  ]

  private static let calls: [Feature] = [
    Feature("a call played", "play mystery speed 1000", "success in 200ms", ink: ("✓", "38;5;28")),
    Feature(
      "a play paused and stopped",
      [
        .press("play op(latency: 1h)\r", "", "1  ▶ op"),
        .press(" ", "", "paused"),
        .press(Press.left, "", "paused 0ms"),
        .press(Press.control("c"), "retry>", "stopped by Ctrl-C at 0ms, partial"),
      ]),
    Feature(
      "why, against another strategy", "why mystery call 1 against mystery.retry(2)",
      "call 1, seed 42", "retryable?", "with mystery.retry(2): success"),
    asks("run"), asks("play"),
  ]

  private static func asks(_ command: String) -> Feature {
    Feature(
      "a question in \(command)",
      [
        .press("\(command) \(asking)\r", "", "at 100ms attempt 1 of fetch failed: timeout"),
        .press("r\r", "", "at 200ms attempt 2 of fetch failed: auth"),
        .enter("c", "failed in 200ms: auth"),
      ])
  }

  private static let stepping: [Feature] = [
    Feature(
      "stepping, there and back", ink: ("step>", "1;38;5;30"),
      [
        .enter("step mystery", "moment 1", at: "step>"),
        .enter("queue", "100ms  mystery: attempt 1", at: "step>"),
        .enter("state", "retry: no failures yet", "next decision at 100ms", at: "step>"),
        .enter("", "moment 2", "timeout", at: "step>"),
        .enter("next", "success in 200ms", at: "step>"),
        .enter("back 2", "moment 1", at: "step>"),
        .enter("until failures == 1", "moment 2 · at 100ms", at: "step>"),
        .enter("failure", "no more attempts fail", at: "step>"),
        .enter("back 9", "moment 1", at: "step>"),
        .enter("continue", "the call has ended", at: "step>"),
        .enter("leave", "left the call"),
      ]),
    Feature(
      "a question in step",
      [
        .enter("step \(asking)", "moment 1", at: "step>"),
        .enter("next", "moment 2", at: "step>"),
        .press("\r", "", "at 100ms attempt 1 of fetch failed: timeout"),
        .enter("r", "2  ▶ fetch", at: "step>"),
        .press("continue\r", "", "at 200ms attempt 2 of fetch failed: auth"),
        .enter("c", "failed in 200ms: auth", at: "step>"),
        .press(Press.control("d"), "retry>", "left the call"),
      ]),
  ]
}

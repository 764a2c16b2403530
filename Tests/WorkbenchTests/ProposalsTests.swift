import RetryLanguage
import Testing
import Workbench

@Suite("Completions")
struct ProposalsTests {
  /// Completes at the mark `|` in a text, after some definitions.
  private func complete(_ marked: String) -> Proposals {
    var session = Session.printing { _ in }
    session.run(
      "let fetch = op(fails: [.timeout: 30%, .brownout: 5%])\nlet gentle = policy(attempts: 3)")
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return Completer(session).proposals(for: parts.joined(), at: parts[0].count)
  }

  @Test(
    "are exactly these, with the text to insert",
    arguments: [
      ("ru|", ["run "]),
      ("re|", ["redo", "replay ", "reset"]),
      ("run fe|", ["fetch"]),
      ("let x = fet|", ["fetch"]),
      ("fetch.retry|", ["retry(", "retryWhen { "]),
      ("fetch.timeout(1s).retryW|", ["retryWhen { "]),
      ("fetch\n  .deb|", ["debounce("]),
      ("fetch.map { $0 }.enum|", ["enumerated()"]),
      ("fetch.fla|", ["flatMap { ", "flatMapLatest { "]),
      ("exponential(100ms).full|", ["fullJitter()"]),
      ("op(\n  lat|", ["latency: "]),
      ("fetch.retry(att|", ["attempts: "]),
      ("fetch.retry(attempts: 3, attem|", []),
      ("fetch.retry(attempts: 3, ba|", ["backoff: "]),
      (
        "fetch.retry(attempts: 3, jitter: f|",
        ["fetch", "full"]
      ),
      ("fetch.retry(gen|", ["gentle"]),
      ("op(fails: [.tim|", ["timeout"]),
      ("op(fails: [.bro|", ["brownout"]),
      ("fetch.retry(attempts: 2, on: .ti|", ["timeout"]),
      ("help jit|", ["jitter"]),
      ("help E00|", ["E001", "E002", "E004", "E005", "E006", "E007", "E008"]),
      ("show ge|", ["gentle"]),
      ("dialect c|", ["combine"]),
      ("set ev|", ["events"]),
      ("run fetch ti|", ["times "]),
      ("run fetch.retry(3) call|", ["call ", "calls "]),
      ("fetch.retryWhen { e in e.dela|", ["delay(", "delaySubscription("]),
      ("op(\"fe|", []),
      ("// fe|", []),
      ("zzz|", []),
      // Other letters, and the parts of a name.
      ("RETRYF|", ["RetryFilter("]), ("fetch.rw|", ["retryWhen { "]), ("fetch.tU|", ["takeUntil("]),
      // Only what fits: figures in conditions, errors of the operation in lists, policies in a retry.
      ("expect p9|", ["p90", "p99", "p999"]), ("find fetch where at|", ["attempts"]),
      ("fetch.retry(3, on: [.timeout, |", [".brownout", ".timeout"]),
      (
        "op(fails: [|",
        [".auth", ".brownout", ".http", ".network", ".offline", ".throttled", ".timeout"]
      ),
      ("fetch.retry(3, on: [.|", ["brownout", "timeout"]), ("fetch.retry(sam|", []),
      ("fetch.retry(pol|", ["policy("]),
      ("fetch.re|try(3)", ["retry(", "retryWhen { "]),
    ] as [(String, [String])])
  func candidates(marked: String, expected: [String]) {
    #expect(complete(marked).words.map(\.text) == expected)
  }

  @Test("every completion has a description")
  func details() {
    for marked in ["|", "fetch.|", "fetch.retry(|", "help |"] {
      let candidates = complete(marked).words
      #expect(candidates.count > 10, "\(marked)")
      for candidate in candidates {
        #expect(!candidate.detail.isEmpty || candidate.name.hasPrefix("err"), "\(candidate.name)")
      }
    }
  }

  @Test(
    "existing files are proposed after commands that take a path",
    arguments: [
      ("load s|", ["s.retry", "sub/"]), ("load sub/|", ["sub/a.csv", "sub/a.retry"]),
      ("load  sub/a.r|", ["sub/a.retry"]), ("replay s|", ["s.retry", "sub/"]),
      ("lesson sub/a.r|", ["sub/a.retry"]), ("load none|", []), ("lesson |", ["s.retry", "sub/"]),
    ] as [(String, [String])])
  func files(marked: String, expected: [String]) {
    let files = ["s.retry", "sub/", "sub/a.csv", "sub/a.retry"]
    var host = ScriptHost()
    host.paths = { begun in
      files.filter {
        $0 != begun && $0.hasPrefix(begun) && !$0.dropFirst(begun.count).dropLast().contains("/")
      }
    }
    let session = Session.printing(host: host) { _ in }
    let text = String(marked.dropLast())
    #expect(Completer(session).proposals(for: text, at: text.count).words.map(\.name) == expected)
  }

  @Test("the partial word is replaced")
  func range() {
    #expect(complete("run fet|").range == 4..<7)
    #expect(complete("fetch.|").range == 6..<6)
  }

  @Test("an incomplete text anywhere is harmless")
  func anywhere() {
    let text =
      "let f = op(latency: 80ms...120ms, fails: [.timeout: 30%])\nrun f.retryWhen { e in e.take(3).delay(1s) } times 3"
    var session = Session.printing { _ in }
    for cursor in 0...text.count { _ = Completer(session).proposals(for: text, at: cursor) }
    session.run(text)
  }
}

import Testing
import VirtualTime

@testable import Workbench

@Suite("A search at the prompt")
struct TuneCommandTests {
  private static let fetch = "let f = op(fails: 30%, latency: exponential(100ms))"
  private static let search =
    "tune f.retry(attempts: n, backoff: exponential(b), jitter: j) where n in 1...8, b in 10ms...1s, j in [none, full] subject success >= 99%, p99 < 3s minimize p99 calls 200_000"

  /// Returns what the last of some texts printed.
  private static func said(_ texts: String...) -> String {
    Session.outputs(of: [fetch] + texts).last ?? ""
  }

  @Test("says the same on any number of threads")
  func threads() {
    let all = [1, 2, 16].map { Self.said("set threads \($0)", Self.search) }
    #expect(all[0].contains("meets both goals"), "\(all[0])")
    #expect(Set(all).count == 1)
  }

  @Test(
    "tells as JSON whether each goal is met; what is made small or great has no such state",
    arguments: [("30%", "met"), ("90%", "missed")])
  func states(share: String, state: String) throws {
    var lines: [String] = []
    var session = Session.printing(.json, host: .test) { output in
      if case .result(let line) = output { lines.append(line) }
    }
    session.run(
      "tune op(fails: \(share)).retry(n) where n in 1...4 subject success >= 99% minimize attempts calls 200_000"
    )
    let line = try #require(lines.first { $0.hasPrefix(#"{"kind":"tune""#) }, "\(lines)")
    #expect(line.contains(#"{"goal":"success >= 99%","state":"\#(state)","#), "\(line)")
    #expect(line.contains(#"{"goal":"minimize attempts","state":null,"#), "\(line)")
  }

  @Test("goes on from where it was, with more calls each time")
  func again() {
    let texts = Session.outputs(of: [Self.fetch, Self.search, "tune again", "tune again"])
    #expect(texts.dropFirst().allSatisfy { $0.contains("meets both goals") }, "\(texts)")
    #expect(Set(texts).count == texts.count, "each has measured more")
  }

  @Test("answers with a policy that can be pasted, run and expected of")
  func paste() {
    let answer = Self.said(Self.search)
    let policy = answer.split(separator: "\n").first.map(String.init) ?? ""
    #expect(policy.hasPrefix("f.retry(attempts: "))
    let stats = Self.said(Self.search, "expect success >= 99%", "stats _", "stats \(policy)")
    #expect(stats.contains("10,000 calls"), "\(stats)")
    #expect(Self.said(Self.search, "expect success >= 99%").contains("expectation met"))
    #expect(Self.said(Self.search, "expect success >= 99.99999%").contains("expectation failed"))
    #expect(Self.said(Self.search, "_.load").contains("1.4"))
  }

  @Test("shows nothing that it was lucky with: the figures are those of the seed that it names")
  func fresh() {
    let answer = Self.said(Self.search)
    #expect(answer.contains("measured under seed 1000042"))
    let policy = answer.split(separator: "\n").first.map(String.init) ?? ""
    let calls = Self.said(Self.search, "_.calls").split(separator: "\n").last ?? ""
    let stats = Self.said("stats \(policy) calls \(calls) seed 1000042", "_.p99")
    #expect(stats == Self.said(Self.search, "_.p99"))
  }

  @Test("says what is missed by how much where nothing meets the goals")
  func nearest() {
    let text = Self.said(
      "tune f.retry(n) where n in 1...3 subject success >= 99.9%, p99 < 10s calls 200_000")
    #expect(text.contains("no policy in this space meets both goals; this one is the nearest"))
    #expect(text.contains("misses success >= 99.9% by 2.") && text.contains("points"), "\(text)")
    let slow = Self.said(
      "tune f.retry(attempts: 5, delay: d) where d in 1s...3s subject p99 < 2s calls 200_000")
    #expect(slow.contains("misses p99 < 2s by"), "\(slow)")
  }

  @Test("draws the front of several figures, from the cheapest to the best")
  func front() {
    let text = Self.said(
      "tune f.retry(n) where n in 1...5 minimize load maximize success calls 200_000")
    #expect(text.contains("4 policies, of which none beats another in load, success"), "\(text)")
    #expect(text.contains("f.retry(1)") && text.contains("f.retry(4)"))
  }

  @Test("keeps goals in the worst of several worlds, or weighs them")
  func worlds() {
    let calm = "let calm = op(\"calm\", fails: 5%)"
    let bad = "let bad = op(\"bad\", fails: 40%)"
    let search = "tune world.retry(n) where n in 1...12 in [calm, bad]"
    let goal = "subject success >= 99% minimize load calls 200_000"
    let worst = Self.said(calm, bad, "\(search) \(goal)")
    #expect(worst.hasPrefix("world.retry(6)"), "\(worst)")
    #expect(worst.contains("world in calm, bad: the worst counts") && worst.contains("worst in"))
    let weighted = Self.said(calm, bad, "\(search) weights [9, 1] \(goal)")
    #expect(weighted.hasPrefix("world.retry(3)"), "\(weighted)")
    #expect(weighted.contains("calm 90%, bad 10%"))
  }

  @Test("takes loads, and its answer can be run again as a load")
  func loads() {
    let search =
      "tune load(f.retry(n), rate: 90/s, for: 5s) where n in 1...6 subject success >= 97% minimize amplification runs 200"
    let said = Self.said(search)
    #expect(said.contains("meets its goal") && said.contains(" runs"), "\(said)")
    #expect(!said.contains(" calls"), "\(said)")
    let again = Self.said(search, "stats _ runs 3")
    #expect(again.contains(" · 3 runs"), "\(again)")
  }

  @Test("is exported as the policy that it found")
  func exported() {
    let writer = Writer()
    let said = writer.type(Self.fetch, Self.search, "export a-cenkalti.go of _")
    #expect(writer.files["a-cenkalti.go"]?.contains("backoff.") == true, "\(said)")
  }

  @Test(
    "tells mistakes apart, with what would do",
    arguments: [
      ("tune f.retry(n)", "expected 'where'"),
      ("tune f.retry(n) where n in 1...3", "a search needs a goal"),
      ("tune f.retry(n) where n in 1...3 subject succes >= 99%", "did you mean 'success'?"),
      ("tune f.retry(n) where n in 1...3 subject success", "compares a figure with a number"),
      ("tune f.retry(n) where n in 1...3 subject success == 99%", "write '<=' or '>='"),
      ("tune f.retry(n) where n in 1...3 minimize lod", "did you mean 'load'?"),
      ("tune f.retry(n) where n in 1...3 minimize error", "is no number"),
      ("tune f.retry(n) where n in 1...3 minimize recovery", "a figure of loads"),
      ("tune f.retry(n) where n in 3 minimize load", "expected a range or a list"),
      ("tune f.retry(n) where n in [] minimize load", "'n' has no values"),
      ("tune f.retry(n) where n in 1...2, n in 1...2 minimize load", "a different name"),
      ("tune f.retry(n) where m in 1...3 minimize load", "'n' is not defined"),
      ("tune f.retry(n) where n in -3...-1 minimize load", "cannot be negative"),
      (
        "tune f.retry(attempts: 2, delay: d) where d in logarithmic(0s...1s) minimize load",
        "a logarithmic range is above 0"
      ),
      ("tune f.retry(n) where n in 1...3 minimize load runs 200", "use 'calls'"),
      ("tune f.retry(n) where n in 1...3 minimize load calls 10", "at least 100_000"),
      ("tune f.retry(n) where n in 1...3 minimize load within 200%", "from 0% to 100%"),
      (
        "tune world.retry(n) where n in 1...3 minimize load in [f, f] weights [1]",
        "a number for each of the 2 worlds"
      ),
      (
        "tune load(f.retry(n), rate: 9/s, for: 9s) where n in 1...3 minimize load calls 200_000",
        "use 'runs'"
      ),
      ("tune again", "there is no search to go on with"),
    ])
  func mistakes(text: String, words: String) {
    #expect(Self.said(text).contains(words), "\(Self.said(text))")
  }
}

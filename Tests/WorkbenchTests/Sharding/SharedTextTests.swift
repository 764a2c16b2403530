import Foundation
import RetryLanguage
import RetryNumerics
import Testing

@testable import Workbench

/// What one machine prints is what the parts of all shards give.
@Suite("Texts in shards")
struct SharedTextTests {
  /// A text of which even the shortest measurement is divided.
  private struct Study {
    let text: String
    var seed: UInt64?
    var host = ScriptHost.test

    var shared: SharedText {
      SharedText(
        path: "study.retry", text: text, host: host, seed: seed, threads: 1, dividingFrom: .zero)
    }

    /// What one machine prints.
    var whole: [String] { printed(dividing: nil) }

    func printed(dividing pass: SharedPass?, as format: Format = .text) -> [String] {
      var (printed, settings, hooks): ([String], Settings, TerminalHooks) = ([], .init(), .init())
      settings.seed = seed ?? settings.seed
      hooks.division = pass?.division
      var session = Session.printing(format, settings: settings, host: host, terminal: hooks) {
        switch $0 {
        case .result(let text), .message(let text), .mistake(let text): printed.append(text)
        }
      }
      _ = session.run(text, name: "study.retry", isFile: true)
      return printed
    }

    func parts(_ count: Int, after earlier: Part? = nil) throws -> [Part] {
      try (1...count).map { number in
        let shard = try #require(Shard(number, of: count))
        let part = try shared.part(shard, after: earlier, terminal: TerminalHooks())
        return try #require(Part(part.bytes), "a part is read as it was written")
      }
    }

    /// Makes all rounds in shards; in each, the parts are mixed and one in ten comes twice.
    func rounds(_ count: Int) throws -> (results: Part, rounds: Int) {
      var random = SystemRandomNumberGenerator()
      var earlier: Part?
      for number in 1...500 {
        let parts = try parts(count, after: earlier)
        let twice = parts.filter { _ in Int.random(in: 0..<10, using: &random) == 0 }
        let set = try PartSet((parts + twice).shuffled(using: &random))
        #expect(set.missing.isEmpty)
        let round = try shared.merge(set, after: earlier, terminal: TerminalHooks())
        if round.isLast { return (round.results, number) }
        earlier = round.results
      }
      throw CancellationError()
    }

    func merged(_ count: Int, as format: Format = .text) throws -> [String] {
      printed(
        dividing: SharedPass(after: try rounds(count).results, .merge([]), dividingFrom: .zero),
        as: format)
    }
  }

  private static let study = Study(
    text: """
      let f = op(fails: 30%, latency: exponential(90ms), cost: 0.01)
      stats f.retry(3) calls 500
      expect success > 90%
      compare f, f.retry(2), f.retry(3) calls 300
      sweep n in 1...3 { f.retry(n) } calls 200
      let db = server(slots: 2, service: 20ms)
      stats load(op(on: db, fails: 10%).retry(2), rate: 80/s, for: 5s) runs 6
      find f.retry(3) where attempts == 3 calls 300
      """)

  /// Measurements that depend on others, which are made in further rounds.
  private static let dependent = Study(
    text: """
      let f = op(fails: 30%, latency: exponential(90ms))
      stats f.retry(3) calls 500
      let slow = _.p99 * 2
      stats f.timeout(slow).retry(3) calls 400
      compare f, f.retry(2) calls 300
      run f.retry(3) at p99 calls 300
      hunt f.retry(3) where attempts == 3 && success calls 3
      tune f.retry(n) where n in 1...4 subject success >= 90% minimize load calls 20_000
      _.p99
      """)

  @Test("give the bytes of one machine", arguments: [1, 2, 7, 64])
  func independent(count: Int) throws {
    #expect(try Self.study.merged(count) == Self.study.whole)
    #expect(try Self.study.rounds(count).rounds == 1)
  }

  @Test("give them in further rounds where measurements depend on others", arguments: [1, 3])
  func rounds(count: Int) throws {
    #expect(try Self.dependent.merged(count) == Self.dependent.whole)
    #expect(try Self.dependent.rounds(count).rounds > 5)
  }

  @Test("give them as JSON and as CSV, and under another seed")
  func formats() throws {
    for format in [Format.json, .csv] {
      let whole = Self.study.printed(dividing: nil, as: format)
      #expect(try Self.study.merged(3, as: format) == whole)
    }
    let other = Study(text: Self.study.text, seed: 7)
    #expect(other.whole != Self.study.whole)
    #expect(try other.merged(3) == other.whole)
  }

  /// One in three of the scripts with expected output.
  private static let someScripts = GoldenScript.all.enumerated()
    .filter { $0.offset.isMultiple(of: 3) }.map(\.element)

  @Test("give them for scripts of every kind", arguments: someScripts)
  func scripts(script: GoldenScript) throws {
    let study = Study(text: try script.text())
    do throws(SharedText.Problem) {
      _ = try study.shared.costs(shards: 1, after: nil, terminal: TerminalHooks())
    } catch {
      // What stops before anything is measured stops here as well.
      guard case .mistake(let text) = error else { throw error }
      return #expect(study.whole.contains(text), "\(text)")
    }
    #expect(try study.merged(2) == study.whole)
  }

  @Test("are the same parts whenever they are made, on any number of threads")
  func repeats() throws {
    let first = try Self.study.parts(3)
    let again = SharedText(
      path: "study.retry", text: Self.study.text, host: .test, seed: nil, threads: 16,
      dividingFrom: .zero)
    for part in first {
      let shard = try #require(Shard(part.number, of: 3))
      #expect(try again.part(shard, after: nil, terminal: TerminalHooks()).bytes == part.bytes)
    }
  }

  @Test("give partial results with wider intervals where shards are missing")
  func partial() throws {
    let study = Study(
      text:
        "let f = op(fails: 30%)\nstats f calls 100_000\nstats load(f, rate: 9/s, for: 9s) runs 8")
    let set = try PartSet(Array(try study.parts(8).dropFirst(2).dropLast(5)))
    #expect(set.missing == [1, 2, 4, 5, 6, 7, 8] && set.missingText == "1, 2, 4...8")
    let round = try study.shared.merge(set, after: nil, terminal: TerminalHooks())
    let pass = SharedPass(after: round.results, .merge([]), dividingFrom: .zero)
    let text = study.printed(dividing: pass).joined(separator: "\n")
    #expect(text.contains("12,500 calls · partial, of 100,000"), "\(text)")
    #expect(text.contains("1 run") || text.contains("partial, of 8 runs"), "\(text)")
    // The interval is that of 12,500 calls: of all 100,000 it is a third as wide.
    #expect(text.contains("success   69.9%  (69.1%...70.7%)"), "\(text)")
  }

  @Test(
    "have mistakes that are told before anything is measured", arguments: ["stats f", "let a = "])
  func mistakes(text: String) throws {
    #expect {
      try Study(text: "let g = op()\n\(text)").parts(1)
    } throws: { error in
      guard case .mistake(let text)? = error as? SharedText.Problem else { return false }
      return text.contains("study.retry:2")
    }
  }
}

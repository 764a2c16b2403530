import Report
import RetryLanguage
import RetryNumerics
import Testing
import TextLayout

@testable import Workbench

@Suite("Parts of shards")
struct PartTests {
  private static func parts(
    _ count: Int = 4, of text: String = "stats op(fails: 30%).retry(3) calls 1000",
    path: String = "a.retry", seed: UInt64? = nil
  ) throws -> [Part] {
    let shared = SharedText(
      path: path, text: text, host: .test, seed: seed, dividingFrom: .zero)
    return try (1...count).compactMap { Shard($0, of: count) }.map {
      try shared.part($0, after: nil, terminal: TerminalHooks())
    }
  }

  /// The lines of JSON at the start of parts, and of what shards have to do.
  static func lines() throws -> [String] {
    var check = Part([0: Check("a.retry", .passed)], of: Part.Origin(), .whole)
    check.origin.seed = 7
    let shared = SharedText(
      path: "a.retry", text: "stats op() calls 9", host: .test, seed: nil, dividingFrom: .zero)
    let costs = try shared.costs(shards: 1, after: nil, terminal: TerminalHooks())
    return try (parts() + [check]).compactMap { part in
      part.bytes.split(separator: UInt8(ascii: "\n")).first.map {
        String(decoding: $0, as: UTF8.self)
      }
    } + WorkList.json(costs)
  }

  @Test("of a text that runs nothing are not listed")
  func nothingToDo() throws {
    func list(_ text: String) throws -> String {
      let shared = SharedText(
        path: "a.retry", text: text, host: .test, seed: nil, dividingFrom: .zero)
      let costs = try shared.costs(shards: 1, after: nil, terminal: TerminalHooks())
      return WorkList.text(costs, Style())
    }
    #expect(try list("let a = op()") == "nothing here takes long enough to be divided")
    #expect(try list("stats op() calls 9").contains("9"))
  }

  @Test("are not read if they are cut off or changed anywhere")
  func damage() throws {
    let bytes = try #require(Self.parts().first).bytes
    #expect(Part(bytes) != nil)
    for length in 0..<bytes.count { #expect(Part(Array(bytes.prefix(length))) == nil) }
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= UInt8(1 << (place % 8))
      #expect(Part(changed) == nil)
    }
    #expect(Part(bytes + [10]) == nil && Part([]) == nil)
  }

  @Test("begin with a line of JSON that tells what they are")
  func head() throws {
    let part = try Self.parts()[1]
    let line = try #require(part.bytes.split(separator: UInt8(ascii: "\n")).first)
    #expect(
      String(decoding: line, as: UTF8.self).contains(
        "\"path\":\"a.retry\"") && Part.begins(part.bytes))
    #expect(
      String(decoding: line, as: UTF8.self).hasSuffix(
        "\"shard\":2,\"of\":4,\"measurements\":[{\"calls\":1000,\"from\":250,\"to\":500}]}"))
  }

  @Test("belong together if they are of one text, one seed, as many shards and one round")
  func foreign() throws {
    let mine = try Self.parts()
    let others: [([Part], String)] = [
      (try Self.parts(of: "stats op(fails: 31%).retry(3) calls 1000"), "the text has changed"),
      (try Self.parts(path: "b.retry"), "they are of 'a.retry' and 'b.retry'"),
      (try Self.parts(seed: 4), "they have other seeds"),
      (try Self.parts(5), "one is of 4 shards, one of 5"),
    ]
    for (parts, reason) in others {
      #expect {
        try PartSet([mine[0], parts[1]])
      } throws: { ($0 as? PartSet.Problem)?.reason == "do not belong together: \(reason)" }
    }
    var later = mine[1]
    later.origin.earlier = "0"
    #expect {
      try PartSet([mine[0], later])
    } throws: { ($0 as? PartSet.Problem)?.reason.contains("different rounds") == true }
    var older = mine[1]
    older.origin.version = "0.0.1"
    #expect {
      try PartSet([mine[0], older])
    } throws: { ($0 as? PartSet.Problem)?.reason.contains("other versions") == true }
  }

  @Test("count once if they come twice, and are refused if they differ")
  func twice() throws {
    let parts = try Self.parts()
    #expect(try PartSet(parts + parts).all == parts)
    var wrong = parts[2]
    wrong.measurements[0].bytes[3] ^= 1
    #expect {
      try PartSet(parts + [wrong])
    } throws: {
      let problem = $0 as? PartSet.Problem
      return problem?.places == [2, 4] && problem?.reason.contains("shard 3") == true
    }
  }

  @Test("do not merge with another text, or with files that have changed")
  func changed() throws {
    let set = try PartSet(try Self.parts())
    let other = SharedText(
      path: "a.retry", text: "stats op().retry(3) calls 1000", host: .test, seed: nil,
      dividingFrom: .zero)
    #expect(throws: SharedText.Problem.self) {
      try other.merge(set, after: nil, terminal: TerminalHooks())
    }
    let text = "load \"n.retry\"\nstats op(fails: 30%).retry(n) calls 1000"
    func shared(_ file: String) -> SharedText {
      SharedText(
        path: "a.retry", text: text,
        host: ScriptHost(file: { $0 == "n.retry" ? file : nil }, json: ScriptHost.test.json),
        seed: nil, dividingFrom: .zero)
    }
    let file = "let n = 3"
    let part = try shared(file).part(.whole, after: nil, terminal: TerminalHooks())
    _ = try shared(file).merge(try PartSet([part]), after: nil, terminal: TerminalHooks())
    #expect {
      try shared("let n = 4").merge(
        try PartSet([part]), after: nil, terminal: TerminalHooks())
    } throws: {
      guard case .foreign(let reason)? = $0 as? SharedText.Problem else { return false }
      return reason.contains("n.retry")
    }
  }

  @Test("have shards as people write them")
  func shards() {
    #expect(Shard("3/64") == Shard(3, of: 64) && Shard("1/1") == .whole)
    for text in ["0/4", "5/4", "4", "", "1/0", "a/b", "1/2/3", "-1/4", "1/1000000"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }
}

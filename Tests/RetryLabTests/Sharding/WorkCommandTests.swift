import Foundation
import Glibc
import Testing

@testable import Workbench

/// Parts made by processes of their own give what one process prints.
@Suite("Shards on the command line")
struct WorkCommandTests {
  /// A text of which each measurement is long enough to be divided.
  static let text = """
    let f = op(fails: 30%, latency: exponential(100ms))
    stats f.retry(3) calls 300_000
    compare f, f.retry(2) calls 40_000
    stats load(f.retry(2), rate: 40/s, for: 5s) runs 12
    """

  /// A text whose second measurement depends on the first.
  static let dependent = """
    let f = op(fails: 30%, latency: exponential(100ms))
    stats f.retry(3) calls 300_000
    let slow = _.p99
    stats f.timeout(slow).retry(3) calls 300_000
    """

  private struct Lab {
    let folder: URL
    let script: String

    init(_ text: String = WorkCommandTests.text) throws {
      folder = try Scratch.folder()
      script = folder.appending(path: "study.retry").path
      try text.write(toFile: script, atomically: true, encoding: .utf8)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    @discardableResult
    func work(_ number: Int, of count: Int, to name: String, _ others: String...) throws
      -> Program.Run
    {
      let arguments = ["work", script, "--shard", "\(number)/\(count)", "--out", path(name)]
      return try Program.run(arguments + others)
    }

    /// Makes all parts, and returns their paths.
    func parts(_ count: Int) throws -> [String] {
      try (1...count).map { number in
        let run = try work(number, of: count, to: "part-\(number)")
        #expect(run.code == 0 && run.output.isEmpty, "\(run)")
        return path("part-\(number)")
      }
    }
  }

  @Test("give the bytes of one machine, in any order and with some twice", arguments: [1, 5, 64])
  func merges(count: Int) throws {
    let lab = try Lab()
    let whole = try Program.run([lab.script])
    let parts = try lab.parts(count)
    let twice = parts.enumerated().filter { $0.offset.isMultiple(of: 10) }.map(\.element)
    let merged = try Program.run(["merge"] + (twice + parts).shuffled())
    #expect(merged == whole)
    let json = try Program.run(["merge", "--json"] + parts)
    #expect(json == (try Program.run(["--json", lab.script])))
    for part in parts {
      let size = try #require(try FileManager.default.attributesOfItem(atPath: part)[.size] as? Int)
      #expect(size < (count == 64 ? 64_000 : 1_000_000), "\(part)")
    }
  }

  @Test("are made in rounds where measurements depend on others")
  func rounds() throws {
    let lab = try Lab(Self.dependent)
    let first = try lab.parts(2)
    let early = try Program.run(["merge"] + first)
    #expect(early.code == 75 && early.output.isEmpty && early.errors.contains("another round"))
    let results = lab.path("results")
    #expect(try Program.run(["merge", "--out", results] + first).code == 0)
    for number in 1...2 {
      #expect(try lab.work(number, of: 2, to: "later-\(number)", "--after", results).code == 0)
    }
    let later = [lab.path("later-1"), lab.path("later-2")]
    let merged = try Program.run(["merge", "--after", results] + later)
    #expect(merged == (try Program.run([lab.script])))
    // The rounds do not mix, and a later one is nothing without the earlier one.
    for mixed in [["merge"] + later, ["merge", first[0], later[1]]] {
      let run = try Program.run(mixed)
      #expect(run.code == 65 && run.output.isEmpty, "\(run)")
    }
  }

  @Test("that are missing are named; the others give partial results if that is wanted")
  func missing() throws {
    let lab = try Lab()
    let parts = try lab.parts(4)
    let refused = try Program.run(["merge", parts[0], parts[3]])
    #expect(refused.code == 75 && refused.output.isEmpty)
    #expect(refused.errors.contains("no part of shards 2, 3 of 4"))
    let some = try Program.run(["merge", "--partial", parts[0], parts[3]])
    #expect(some.code == 0 && some.output.contains("150,000 calls · partial, of 300,000"))
    #expect(some.output.contains("partial, of 12 runs"), "\(some.output)")
    #expect(some.errors.contains("the results are partial"))
  }

  @Test("that are cut off, changed or of another text are refused, over hundreds of failures")
  func damage() throws {
    let lab = try Lab("stats op(fails: 30%).retry(3) calls 300_000")
    let parts = try lab.parts(2)
    let bytes = try Data(contentsOf: URL(filePath: parts[1]))
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var broken = bytes
      if Bool.random(using: &random) {
        broken = bytes.prefix(.random(in: 0..<bytes.count, using: &random))
      } else {
        broken[.random(in: 0..<bytes.count, using: &random)] ^= UInt8(
          1 << Int.random(in: 0..<8, using: &random))
      }
      try broken.write(to: URL(filePath: lab.path("broken")))
      let run = try Program.run(["merge", parts[0], lab.path("broken")])
      #expect(run.code == 65 && run.output.isEmpty && run.errors.contains("not a part"), "\(run)")
    }
    try "stats op(fails: 31%).retry(3) calls 300_000".write(
      toFile: lab.script, atomically: true, encoding: .utf8)
    let run = try Program.run(["merge"] + parts)
    #expect(run.code == 65 && run.output.isEmpty, "\(run)")
  }

  @Test("are whole or not there when their program is killed")
  func kills() throws {
    let lab = try Lab("stats op(fails: 30%, latency: exponential(100ms)).retry(3) calls 400_000")
    try lab.work(1, of: 2, to: "whole")
    let whole = try Data(contentsOf: URL(filePath: lab.path("whole")))
    let place = URL(filePath: lab.path("part"))
    var found = 0
    for index in 0..<200 {
      try? FileManager.default.removeItem(at: place)
      let process = Process()
      process.executableURL = Program.folder.appending(path: "retrylab")
      process.arguments = ["work", lab.script, "--shard", "1/2", "--out", place.path]
      let told = Pipe()
      process.standardError = told
      try process.run()
      // It tells its progress some times, and more looks fall between that and the end.
      for _ in 0..<index % 5 where told.fileHandleForReading.availableData.isEmpty { break }
      for _ in 0..<(index * 7919) % 400 {
        if let bytes = try? Data(contentsOf: place) { #expect(bytes == whole) }
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard let bytes = try? Data(contentsOf: place) else { continue }
      found += 1
      #expect(bytes == whole)
    }
    #expect(found < 200, "some were killed before the end")
    // What is left goes on to the same bytes.
    #expect(try lab.work(1, of: 2, to: "part").code == 0)
    #expect(try Data(contentsOf: place) == whole)
    let left = try FileManager.default.contentsOfDirectory(atPath: lab.folder.path)
    #expect(left.sorted() == ["part", "study.retry", "whole"])
  }

  @Test("check the scenarios of a folder as 'test' does")
  func checks() throws {
    let folder = try Scratch.folder()
    let texts = [
      "a": "stats op(fails: 30%).retry(3) calls 1000\nexpect success > 90%",
      "b": "stats op(fails: 90%) calls 1000\nexpect success > 90%", "c": "let a =", "d": "1 + 1",
    ]
    for (name, text) in texts {
      try text.write(
        to: folder.appending(path: "\(name).retry"), atomically: true, encoding: .utf8)
    }
    let whole = try Program.run(["test", folder.path])
    #expect(whole.code == 1)
    let parts = try (1...3).map { number in
      let part = try Scratch.folder().appending(path: "part").path
      let run = try Program.run(
        ["work", folder.path, "--shard", "\(number)/3", "--out", part])
      #expect(run.code == 0, "\(run)")
      // The first has two scenarios, so there is something to tell between its start and its end.
      #expect(number > 1 || run.errors.hasPrefix("{\"kind\":\"progress\""))
      return part
    }
    #expect(try Program.run(["merge"] + parts.reversed()) == whole)
    #expect(
      try Program.run(["merge", "--json"] + parts) == Program.run(["test", "--json", folder.path]))
  }

  @Test("tell their progress as lines of JSON, and what each has to do as a table")
  func told() throws {
    let lab = try Lab()
    let run = try lab.work(2, of: 3, to: "part")
    let lines = run.errors.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("{\"kind\":\"progress\"") })
    let list = try Program.run(["work", lab.script, "--list", "--shards", "3"])
    #expect(list.output.split(separator: "\n").count == 4 && list.output.contains("113,337"))
    let json = try Program.run(["work", lab.script, "--list", "--shards", "3", "--json"])
    #expect(json.output.contains("\"shard\":3,\"of\":3,\"calls\":"))
  }

  @Test("refuse wrong input without a part")
  func wrongInput() throws {
    let lab = try Lab("stats f")
    #expect(try lab.work(1, of: 2, to: "part").code == 65)
    #expect(try lab.work(3, of: 2, to: "part").code == 64)
    #expect(try Program.run(["work", lab.script]).code == 64)
    #expect(try Program.run(["work", "-", "--shard", "1/2", "--out", "x"]).code == 64)
    #expect(try Program.run(["work", lab.path("none"), "--shard", "1/2", "--out", "x"]).code == 66)
    #expect(try Program.run(["merge", lab.script]).code == 65)
    #expect(!FileManager.default.fileExists(atPath: lab.path("part")))
    // A part does not take the place of the text.
    let run = try Program.run(["work", lab.script, "--shard", "1/2", "--out", lab.script])
    #expect(run.code == 74 && run.errors.contains("it is not a part"))
  }
}

import Conformance
import HTTPServer
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Listening

@Suite("The sessions of a server")
struct SessionTests {
  /// Makes requests one after the other, and returns the bytes of each answer with the time that it took.
  static func answers(
    _ world: ListeningWorld, _ path: String, _ count: Int, from start: Nanoseconds = .zero,
    besides other: String? = nil
  ) throws -> [String] {
    var (time, answers) = (start, [String]())
    for _ in 0..<count {
      if let other { _ = try Self.answers(world, other, 1, from: time) }
      let request = try CallFinderTests.request(path: path)
      #expect(world.steps(for: request, on: 1, at: time) == [.pause])
      let end = try #require(world.nextTime)
      let answer = try #require(world.continuations(at: end).first)
      answers.append("\((end - time).count) \(answer.steps)")
      world.note(ListeningWorldTests.exchange(request, at: end))
      time = end
    }
    return answers
  }

  static func world(_ seed: UInt64 = 4) throws -> ListeningWorld {
    ListeningWorld([("fetch", try ListeningWorldTests.flaky())], seed: seed)
  }

  @Test("show the same in each run, whatever others do")
  func determinism() throws {
    let alone = try Self.answers(try Self.world(), "/s/a/fetch", 60)
    #expect(
      try alone == Self.answers(try Self.world(), "/s/a/fetch", 60, besides: "/s/b/fetch"))
    let late = Nanoseconds(7_000_000_000)
    #expect(try alone == Self.answers(try Self.world(), "/s/a/fetch", 60, from: late))
    #expect(try alone != Self.answers(try Self.world(), "/s/b/fetch", 60))
    #expect(try alone != Self.answers(try Self.world(5), "/s/a/fetch", 60))
  }

  @Test("show what a server shows under their seed, which they tell")
  func seeds() throws {
    let seed = ListeningWorld.seed(ofSession: "a", from: 4)
    let plain = try Self.answers(try Self.world(seed), "/fetch", 60)
    let session = try Self.answers(try Self.world(), "/s/a/fetch", 60)
    #expect(session.map { $0.prefix { $0 != " " } } == plain.map { $0.prefix { $0 != " " } })
    // What the language can write, so that a run can have it.
    #expect(Int64(exactly: seed) != nil)
    let world = try Self.world()
    let request = try CallFinderTests.request(path: "/s/a")
    for _ in 0..<9 {
      _ = world.steps(for: request, on: 1, at: .zero)
      let steps = world.continuations(at: Nanoseconds(60_000_000_000)).first?.steps
      world.note(ListeningWorldTests.exchange(request))
      guard case .send(let bytes)? = steps?.first else { continue }
      return #expect(String(decoding: bytes, as: UTF8.self).contains("x-retrylab-seed: \(seed)"))
    }
    Issue.record("no answer has been sent")
  }

  @Test("have outages that begin with their first request")
  func outages() throws {
    let down = Instant(.zero)..<Instant(Nanoseconds(1_000_000_000))
    let source = Source.operation(
      try Operation(
        "fetch", latency: .constant(Nanoseconds(300_000_000)),
        outages: Outages(.during([down]), latency: Nanoseconds(400_000_000))))
    let world = ListeningWorld([("fetch", source)], seed: 1)
    let later = Nanoseconds(500_000_000_000)
    #expect(try Self.answers(world, "/fetch", 1, from: later)[0].hasPrefix("300000000 "))
    let spans = try Self.answers(world, "/s/a/fetch", 5, from: later).map {
      $0.prefix { $0 != " " }
    }
    #expect(spans == ["400000000", "400000000", "400000000", "300000000", "300000000"])
  }

  @Test("share no server")
  func queues() throws {
    let world = try ListeningWorldTests.queue(slots: 1, queue: 0)
    for (connection, path) in [(1, "/s/a/fetch"), (2, "/s/b/fetch"), (3, "/fetch")] {
      let request = try CallFinderTests.request(path: path)
      _ = world.steps(for: request, on: UInt64(connection), at: .zero)
    }
    let answers = world.continuations(at: Nanoseconds(20_000_000))
    #expect(answers.map(\.connection).sorted() == [1, 2, 3])
    #expect(answers.allSatisfy { $0.time == Nanoseconds(10_000_000) })
  }

  static func status(_ steps: [AnswerStep]) -> String {
    guard case .send(let bytes)? = steps.first else { return "" }
    return String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self)
  }

  @Test("are bounded in number; those that are there go on")
  func bounds() throws {
    let world = try Self.world()
    func ask(_ name: String) throws -> [AnswerStep] {
      let request = try CallFinderTests.request(path: "/s/\(name)/fetch")
      defer { world.note(ListeningWorldTests.exchange(request)) }
      return world.steps(for: request, on: 1, at: .zero)
    }
    for number in 0..<ListeningWorld.mostSessions { #expect(try ask("\(number)") == [.pause]) }
    #expect(try Self.status(ask("another")) == "507" && ask("0") == [.pause])
    let common = try CallFinderTests.request(path: "/fetch")
    #expect(world.steps(for: common, on: 1, at: .zero) == [.pause])
  }

  @Test("have plain names, and begin with an operation that there is")
  func names() throws {
    let source = try ListeningWorldTests.flaky()
    let world = ListeningWorld([("fetch", source), ("s", source)], seed: 1)
    func ask(_ path: String) throws -> String {
      Self.status(world.steps(for: try CallFinderTests.request(path: path), on: 1, at: .zero))
    }
    for name in [String(repeating: "a", count: 101), "a%20b", "é", "a?"] {
      let isQuery = name.hasSuffix("?")
      #expect(try ask("/s/\(name)/fetch") == (isQuery ? "404" : "400"), "\(name)")
    }
    #expect(try ask("/s/a/other") == "404" && ask("/s/a") == "404")
    #expect(world.unknown?.count == 3)
    // An operation of that name is still there.
    for path in ["/s", "/s/a.b-c_D9/s", "/s/a/fetch/7?x=1"] { #expect(try ask(path) == "") }
  }

  @Test("note whose attempts they were")
  func notes() throws {
    var seen: [String?] = []
    let world = ListeningWorld([("fetch", try ListeningWorldTests.flaky())], seed: 1) {
      seen.append($0.session)
    }
    _ = try Self.answers(world, "/s/a/fetch", 1) + Self.answers(world, "/fetch", 1)
    #expect(seen == ["a", nil])
  }
}

import Measurement
import RetryLanguage
import Simulation
import Testing

@testable import Workbench

@Suite("Typed closures on the fast path")
struct TypedCourseTests {
  /// Returns the source of a line.
  private static func source(_ line: String) throws -> Source {
    let text = SourceText(line)
    guard case .expression(let expression)? = Parser.read(text).statements.first else {
      throw Fault("unread")
    }
    var checker = Checker(text, definitions: [:])
    return try #require(try checker.evaluate(expression).get().item.source)
  }

  private static let fetch = #"op("fetch", latency: exponential(100ms), fails: 50%)"#
  private static let kinds = #"op("fetch", latency: 20ms, fails: [.timeout: 30%, .auth: 20%])"#

  @Test(
    "what a closure does alike in every call is found once, and gives the results of the engine",
    arguments: [
      "\(fetch).retryWhen { e in e.enumerated().flatMap { i, x in i < 3 ? timer(100ms * 2 ** i) : fail(x) } }",
      "\(fetch).retryWhen { e in e.enumerated().flatMap { i, x in i >= 3 ? fail(x) : timer(random(0ms...100ms * 2 ** i)) } }",
      "\(fetch).retryWhen { e in e.take(3).flatMap { timer(random(-5ms...5ms)) } }",
      "\(fetch).retryWhen { e in e.take(3).flatMap { x in let w = random(1ms..<9ms); return timer(w) } }",
      "\(fetch).retryWhen { e in e.scan(0) { n, x in n + 1 }.takeWhile { n in n <= 2 } }",
      "\(fetch).retryWhen { e in zip(e, 1...3).flatMap { x, n in timer(100ms * n) } }",
      "\(fetch).retry(attempts: 2, backoff: { n in 10ms * n }).retryWhen { e in e.delay(1s).take(2) }",
      "\(kinds).retryWhen { e in e.enumerated().flatMap { i, x in x == .auth || i > 2 ? fail(x) : timer(1s) } }",
      #"op("fetch", latency: 10ms, fails: { a in a.number < 3 ? 80% : 10% }).retry(4)"#,
      #"op("fetch", latency: 10ms, fails: { $0.number < 3 ? 80% : 10% }).retry(4)"#,
      #"op("fetch", latency: 10ms, fails: { a in a.now < 1s ? 80% : 10% }).retry(4)"#,
      #"op("fetch", latency: 10ms, fails: { a in random(0.0...1.0) < 0.5 ? 80% : 10% }).retry(4)"#,
      #"op("fetch", latency: 10ms, fails: burst(enter: 20%, leave: 30%, fails: 90%)).retry(attempts: 4, delay: 1s)"#,
    ])
  func agreement(line: String) throws {
    let source = try Self.source(line)
    var trials = Trials(calls: 0..<3000, seed: 7)
    let fast = trials.measure(source)
    trials.path = .engine
    #expect(fast == trials.measure(source))
  }

  @Test(
    "a closure that asks for the time or draws in another way is called in every call",
    arguments: [
      ("\(fetch).retryWhen { e in e.take(3).flatMap { timer(random(0ms...9ms)) } }", true),
      ("\(fetch).retryWhen { e in e.take(3).flatMap { timer(random(-5ms...5ms)) } }", false),
      ("\(fetch).retryWhen { e in e.take(3).flatMap { timer(1ms * random(1...5)) } }", false),
      (
        "\(fetch).retryWhen { e in e.take(3).flatMap { random(1...5) < 3 ? timer(1ms) : timer(2ms) } }",
        false
      ),
      (#"op(fails: { a in a.number < 3 ? 80% : 10% }).retry(4)"#, true),
      (#"op(fails: { a in a.now < 3s ? 80% : 10% }).retry(4)"#, false),
      (#"op(fails: { $0.number * random(1...2) < 3 ? 80% : 10% }).retry(4)"#, false),
    ])
  func ways(line: String, isSideBySide: Bool) throws {
    let way = Trials(calls: 0..<1, seed: 1).way(of: try Self.source(line))
    #expect(way.path == (isSideBySide ? .vector : .chain))
  }
}

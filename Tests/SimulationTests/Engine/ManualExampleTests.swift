import FoundationEssentials
import RetryNumerics
import Simulation
import Testing
import VirtualTime

/// The example of the manual's article on the engine, which is also written here, so that it is compiled.
@Suite("The example of the engine in the manual")
struct ManualExampleTests {
  @Test("makes a call of at most four attempts")
  func runs() throws {
    let hundred = Nanoseconds(100_000_000)
    let fetch = try Source.operation(
      Operation("fetch", latency: .exponential(mean: hundred), faults: .rates(FaultRates(0.5))))
    let machine = Machine(fetch.retryWhen { errors in errors.take(3).delay(hundred) }, seed: 42)
    let trace = machine.trace(call: 4711)
    let attempts = trace.events.count { event in
      if case .attempt = event.kind { true } else { false }
    }
    #expect((1...4).contains(attempts))
  }

  @Test("is the one above")
  func shown() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let path = "Sources/retrylab/RetryLab.docc/Engine.md"
    let article = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    let example = lines.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    #expect(example.count > 6)
    var rest = here.split(separator: "\n").map { $0.drop { $0 == " " } }[...]
    for line in example where !line.isEmpty {
      let place = try #require(rest.firstIndex(of: line.drop { $0 == " " }), "\(line)")
      rest = rest[(place + 1)...]
    }
  }
}

import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Search")
struct SearchTests {
  static let trials = Trials(calls: 100..<2100, seed: 5)

  static func results(_ source: Source) -> [CallResult] {
    let machine = Machine(source, seed: trials.seed)
    return trials.calls.map { machine.run(call: $0) }
  }

  @Test(
    "the first calls are listed and all are counted, on any number of threads", arguments: [1, 2])
  func find(threads: Int) throws {
    let source = try fetch(fails: 0.5).retry(jittered(4))
    let slow = Self.results(source).filter { $0.duration > ms(500) }.map(\.call)
    let found = Self.trials.on(threads: threads).find(.calls(source), first: 5) {
      $0.duration > ms(500)
    }
    #expect(found.calls == Array(slow.prefix(5)))
    #expect(found.count == slow.count && found.searched == 2000 && !found.isPartial)
    #expect(try #require(found.share).covers(Double(slow.count) / 2000))
  }

  @Test("findings in parts merge into those of the whole")
  func parts() throws {
    let source = try fetch(fails: 0.5)
    let find = { (trials: Trials) in trials.find(.calls(source), first: 5) { $0.duration > ms(100) }
    }
    let whole = find(Self.trials)
    let (left, right) = (find(Self.trials.over(100..<777)), find(Self.trials.over(777..<2100)))
    for (one, other) in [(left, right), (right, left)] {
      var sum = one
      sum.merge(other)
      #expect(sum.calls == whole.calls && sum.count == whole.count)
      #expect(sum.searched == whole.searched && sum.isPartial == whole.isPartial)
    }
  }

  @Test("a hung call is at no quantile, although it takes as long as others until then")
  func hanging() throws {
    let operation = try Operation(
      "fetch", latency: .constant(ms(30)), faults: .rates(FaultRates(0.4)), hangs: 0.4)
    let source = try Source.operation(operation).retry(attempts: 2)
    let machine = Machine(source, seed: Self.trials.seed)
    for first in 0..<20 as Range<UInt64> {
      let found = try #require(
        Self.trials.over(first..<first + 50).call(of: .calls(source), at: 0.1))
      #expect(!machine.run(call: found.call).outcome.isHung)
    }
  }

  @Test("a condition that never holds finds nothing")
  func nothing() throws {
    let found = Self.trials.find(.calls(try fetch(fails: 0.5)), first: 5) { _ in false }
    #expect(found.calls.isEmpty && found.count == 0 && found.share?.low == 0)
  }

  @Test("the longest calls are listed, and the first of several equal ones")
  func longest() throws {
    let source = try fetch(fails: 0.5).retry(jittered(4))
    let sorted = Self.results(source).sorted { $0.duration > $1.duration }
    let longest = Self.trials.longestCalls(of: .calls(source), count: 3)
    #expect(longest.map(\.call) == sorted.prefix(3).map(\.call))
    let tied = Self.trials.longestCalls(of: .calls(try fetch(fails: 0.5, latency: nil)), count: 3)
    #expect(tied.map(\.call) == [100, 101, 102])
  }

  @Test(
    "the call at a quantile has exactly that latency",
    arguments: [0.0, 0.01, 0.5, 0.9, 0.99, 0.999, 1.0])
  func quantile(share: Double) throws {
    let source = try fetch(fails: 0.5).retry(jittered(4))
    let sorted = Self.results(source).sorted { $0.duration < $1.duration }
    let rank = max(1, Int(Histogram.rank(share, of: 2000)))
    let found = try #require(Self.trials.call(of: .calls(source), at: share))
    #expect(found == TimedCall(call: sorted[rank - 1].call, duration: sorted[rank - 1].duration))
  }

  @Test("if all calls take equally long, the first is at every quantile")
  func ties() throws {
    let source = try fetch(fails: 0, latency: .constant(ms(30)))
    #expect(Self.trials.call(of: .calls(source), at: 0.99)?.call == 100)
  }

  @Test("zero calls have no call at a quantile")
  func none() throws {
    #expect(Self.trials.over(0..<0).call(of: .calls(try fetch(fails: 0.5)), at: 0.5) == nil)
    #expect(
      Self.trials.over(0..<0).longestCalls(of: .calls(try fetch(fails: 0.5)), count: 3).isEmpty)
  }
}

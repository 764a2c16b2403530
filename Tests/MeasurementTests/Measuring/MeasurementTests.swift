import Foundation
import RetryNumerics
import Simulation
import Synchronization
import Testing
import VirtualTime

@testable import Measurement

@Suite("Measurement")
struct MeasurementTests {
  /// The bound on events is low, because some of the sources never end.
  static let trials = {
    var trials = Trials(calls: 0..<3000, seed: 7)
    trials.limits.events = 200
    return trials
  }()

  @Test("one thread, many threads and any partition give the same measurement")
  func partitions() throws {
    for source in try assortedSources() {
      let whole = Self.trials.over(0..<300).on(threads: 1).measure(source)
      #expect(Self.trials.over(0..<300).on(threads: 2).measure(source) == whole)
      #expect(Self.trials.over(0..<300).on(threads: 64).measure(source) == whole)
      for cut in [UInt64(1), 113, 299] {
        let left = Self.trials.over(0..<cut).measure(source)
        let right = Self.trials.over(cut..<300).measure(source)
        #expect(left.merged(with: right) == whole)
        #expect(right.merged(with: left) == whole)
      }
      // Pieces of every size, merged from the first on, from the last on, and two and two.
      for size in [UInt64(1), 7, 64, 100, 256] {
        let pieces = stride(from: UInt64(0), to: 300, by: UInt64.Stride(size)).map { first in
          Self.trials.over(first..<min(first + size, 300)).on(threads: 1).measure(source)
        }
        let (first, rest) = (try #require(pieces.first), pieces.dropFirst())
        #expect(rest.reduce(first) { $0.merged(with: $1) } == whole, "\(size)")
        #expect(rest.reduce(first) { $1.merged(with: $0) } == whole, "\(size)")
        let pairs = stride(from: 0, to: pieces.count, by: 2).map { index in
          index + 1 < pieces.count ? pieces[index].merged(with: pieces[index + 1]) : pieces[index]
        }
        let end = try #require(pairs.last)
        #expect(pairs.dropLast().reversed().reduce(end) { $0.merged(with: $1) } == whole, "\(size)")
      }
    }
  }

  @Test("it counts the results of calls one by one")
  func counts() throws {
    for source in try assortedSources() {
      let machine = Machine(source, seed: 7, limits: Self.trials.limits)
      let results = (0..<200).map { machine.run(call: $0) }
      let measured = Self.trials.over(0..<200).measure(source)
      #expect(measured.calls == 200 && measured.planned == 200 && !measured.isPartial)
      for kind in OutcomeCounts.Kind.allCases {
        #expect(measured.outcomes[kind] == results.count { OutcomeCounts.Kind($0.outcome) == kind })
      }
      let ended = results.filter { !$0.outcome.isHung }
      #expect(measured.latency.sum == ended.sum { $0.duration.count })
      #expect(measured.latency.count == ended.count)
      #expect(measured.attempts.sum == results.sum { Int64($0.tally.attempts) })
      #expect(measured.waited.sum == results.sum { $0.tally.waited.count })
      #expect(measured.values.sum == results.sum { Int64($0.tally.values) })
      #expect(measured.errors.sorted.reduce(0) { $0 + $1.count } == measured.outcomes.failure)
      #expect(measured.stops.values.reduce(0, +) == measured.outcomes.stopped)
    }
  }

  @Test("retries of failed calls are wasted")
  func waste() throws {
    let source = try fetch(fails: 0.5).retry(jittered(4))
    let measured = Self.trials.measure(source)
    #expect(measured.wastedRetries == 3 * measured.outcomes.failure)
    #expect(measured.retries == measured.attempts.sum - 3000)
    // The interval is that of a ratio: what each call wastes less its part of what all waste.
    let wasted = try #require(measured.wasted)
    let share = Double(measured.wastedRetries) / Double(measured.retries)
    let machine = Machine(source, seed: 7, limits: Self.trials.limits)
    let squares = (0..<3000).map { machine.run(call: $0) }.reduce(0.0) { sum, result in
      let retries = Double(result.tally.attempts - 1)
      let rest = OutcomeCounts.Kind(result.outcome) == .failure ? 1 - share : share
      return sum + retries * retries * rest * rest
    }
    let half = 1.96 * squares.squareRoot() / Double(measured.retries)
    #expect(abs(wasted.value - share) < 1e-12 && abs(wasted.high - share - half) < 1e-4)
  }

  @Test("the load is the number of attempts per call")
  func load() throws {
    let measured = Self.trials.measure(try fetch(fails: 1).retry(jittered(4)))
    #expect(measured.load == 4)
  }

  @Test("a stream counts its values")
  func values() {
    let measured = Self.trials.over(0..<10).measure(Source.interval(ms(5)).take(7))
    #expect(measured.values.min == 7 && measured.values.max == 7)
  }

  @Test("a stopped call is neither a success nor a failure, and its limit is named")
  func stopped() throws {
    var trials = Self.trials.over(0..<3)
    trials.limits.events = 50
    let measured = trials.measure(Source.fail(.timeout).retry())
    #expect(measured.outcomes.stopped == 3 && measured.stops == [.events(50): 3])
  }

  @Test("zero calls give an empty measurement")
  func none() throws {
    let measured = Self.trials.over(5..<5).measure(try fetch(fails: 0.5))
    #expect(measured == Measurement() && measured.successRate == nil && measured.load == nil)
  }

  @Test("errors are distinguished by payload, up to a limit, in any order of merging")
  func errors() {
    let faults = (0..<200).map { Fault($0 % 2 == 0 ? "few" : "many", .int($0 % 2 * $0)) }
    func counts(_ faults: some Sequence<Fault>) -> FaultCounts {
      var counts = FaultCounts()
      for fault in faults { counts.add(fault) }
      return counts
    }
    let whole = counts(faults)
    #expect(whole.sorted.map(\.count) == [100, 100])
    let some = counts(["b", "c", "a", "d", "c", "d", "d"].map { Fault($0) })
    #expect(some.sorted.map(\.fault.kind) == ["d", "c", "a", "b"])
    #expect(Set(whole.sorted.map(\.fault)) == [Fault("few", .int(0)), Fault("many")])
    // This many payloads of a kind are distinguished, and not one more.
    let most = FaultCounts.capacity
    let payloads = (0...most).map { Fault("many", .int($0)) }
    #expect(counts(payloads.prefix(most)).sorted.count == most)
    #expect(counts(payloads).sorted.map(\.count) == [UInt64(most + 1)])
    for cut in stride(from: 0, to: 200, by: 9) {
      let (left, right) = (counts(faults[..<cut]), counts(faults[cut...]))
      #expect(left.merged(with: right) == whole && right.merged(with: left) == whole)
    }
  }

  @Test("an interrupted measurement is partial")
  func interruption() throws {
    let source = try fetch(fails: 0.5).retry(jittered(4))
    for (threads, path, questions) in [(1, .engine, 500), (2, .engine, 500), (2, nil, 8)]
      as [(Int, MeasurementPath?, Int)]
    {
      let asked = Atomic(0)
      var trials = Self.trials.over(0..<1_000_000).on(threads: threads)
      trials.path = path
      trials.watch.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > questions }
      let measured = trials.measure(source)
      #expect(measured.isPartial && measured.calls > 0 && measured.calls < 100_000)
    }
  }

  @Test("a measurement can be cancelled while its closures are asked in advance")
  func earlyInterruption() throws {
    let replies = Atomic(0)
    let source = try fetch(fails: 0.999).retryWhen { errors in
      errors.flatMap { (_, _) throws(Fault) in
        replies.add(1, ordering: .relaxed)
        return .timer(ms(1))
      }
    }
    var trials = Self.trials.over(0..<1000)
    trials.watch.isInterrupted = { true }
    #expect(trials.measure(source).calls == 0)
    #expect(replies.load(ordering: .relaxed) < 10)
  }

  @Test("a call that is interrupted counts neither as a result nor as progress")
  func interruptedCall() {
    let asked = Atomic(0)
    let reports = Mutex<[UInt64]>([])
    var trials = Self.trials.over(0..<3)
    trials.limits.events = 100_000_000
    trials.watch.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 50 }
    trials.watch.interval = .zero
    trials.watch.progress = { done in reports.withLock { $0.append(done) } }
    let measured = trials.measure(Source.fail(.timeout).retry())
    #expect(measured.calls == 0 && measured.isPartial)
    #expect(reports.withLock { $0 } == [0])
  }

  @Test("a comparison that is stopped during a call does not count it")
  func interruptedComparison() {
    let asked = Atomic(0)
    let reports = Mutex<[UInt64]>([])
    var trials = Self.trials.over(0..<3).on(threads: 1)
    trials.limits.events = 100_000_000
    trials.watch.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 50 }
    trials.watch.interval = .zero
    trials.watch.progress = { done in reports.withLock { $0.append(done) } }
    let source = Source.fail(.timeout).retry()
    let rows = trials.compare([source, source]).rows
    #expect(rows.allSatisfy { $0.measured.calls == 0 && $0.measured.isPartial })
    #expect(reports.withLock { $0 }.allSatisfy { $0 == 0 || $0 == 3 })
  }

  @Test("a single thread is that of the caller")
  func ownThread() throws {
    let threads = Mutex<Set<UInt>>([])
    var trials = Self.trials.on(threads: 1)
    trials.path = .engine
    trials.watch.isInterrupted = {
      threads.withLock { _ = $0.insert(UInt(pthread_self())) }
      return false
    }
    _ = trials.measure(try fetch(fails: 0.5))
    #expect(threads.withLock { $0 } == [UInt(pthread_self())])
  }

  @Test("progress only grows, and its last report includes all calls")
  func progress() throws {
    let reports = Mutex<[UInt64]>([])
    var trials = Self.trials
    trials.watch.interval = .zero
    trials.watch.progress = { done in reports.withLock { $0.append(done) } }
    _ = trials.measure(try fetch(fails: 0.5).retry(jittered(4)))
    let seen = reports.withLock { $0 }
    #expect(seen == seen.sorted() && seen.last == 3000 && seen.count > 2)
  }

  @Test("the progress of parts is that of the whole, which ends only once")
  func progressOfParts() throws {
    let reports = Mutex<[UInt64]>([])
    var trials = Self.trials
    trials.watch.interval = .zero
    trials.watch.progress = { done in reports.withLock { $0.append(done) } }
    for index in 0..<4 { _ = trials.part(index, of: 4).measure(try fetch(fails: 0.5)) }
    _ = trials.call(of: .calls(try fetch(fails: 0.5)), at: 0.5)
    let seen = reports.withLock { $0 }
    let ends = zip(seen, seen.dropFirst() + [0]).count { $0 == 3000 && $1 != 3000 }
    #expect(ends == 2 && seen.last == 3000)
    let end = try #require(seen.firstIndex(of: 3000))
    #expect(seen[...end].elementsEqual(seen[...end].sorted()))
    #expect(seen[..<end].contains { $0 < 750 } && seen[..<end].contains { $0 > 2250 })
  }
}

extension Array<CallResult> {
  /// Returns the sum of a figure over all calls.
  func sum(_ figure: (CallResult) -> Int64) -> Int128 {
    reduce(0) { $0 + Int128(figure($1)) }
  }
}

import Fitting
import MeasuredData
import RetryNumerics
import Testing

@Suite("Calls over time")
struct ArrivalTests {
  @Test("at a constant rate have one step")
  func constant() throws {
    let times = Service().requests(20_000, seed: 1).compactMap { $0.start }
    let rate = try #require(RateSteps(times.map { Double($0.count) / 1e9 }))
    #expect(rate.steps.count == 1)
    #expect(abs(rate.steps[0].rate / 100 - 1) < 0.05)
    #expect(rate.dispersion < 2.5)
  }

  @Test("have a step where their rate changes")
  func steps() throws {
    let slow = Service().requests(10_000, seed: 2).compactMap { $0.start }
    var fast = Service()
    fast.rate = 300
    let last = slow.last ?? .zero
    let times = slow + fast.requests(30_000, seed: 3).compactMap { $0.start }.map { $0 + last }
    let rate = try #require(RateSteps(times.map { Double($0.count) / 1e9 }))
    #expect(rate.steps.count == 2)
    #expect(abs(rate.steps[1].start - 100) < 5)
    #expect(abs(rate.steps[1].rate / 300 - 1) < 0.1)
  }

  @Test("are steadier than chance, as chance has it, or burstier")
  func spacing() throws {
    let steady = try #require(RateSteps((0..<6000).map { Double($0) / 100 }))
    #expect(steady.spacing == .steady)
    for seed in 1...20 as ClosedRange<UInt64> {
      let starts = Service().requests(6000, seed: seed).compactMap { $0.start }
      let free = try #require(RateSteps(starts.map { Double($0.count) / 1e9 }))
      #expect(free.spacing == .independent, "\(free.dispersion)")
      // Ten calls at once.
      let bursts = starts.flatMap { start in
        (0..<10).map { Double(start.count) / 1e8 + Double($0) / 1e6 }
      }
      #expect(try #require(RateSteps(bursts)).spacing == .bursty)
    }
  }

  @Test("are told with how steady they are, unless whole seconds hide it")
  func spacingInReport() throws {
    func words(_ text: (Int) -> String) throws -> String {
      let lines = (0..<4000).map { "\(text($0)),\(10 + $0 % 7)\n" }.joined()
      let log = try LogReader.read(Array(("start,duration_ms\n" + lines).utf8))
      return FitReport(try FittedOperation(log)).arrivals.joined(separator: "\n")
    }
    #expect(try words({ "\(1_700_000_000 + $0 / 10).\($0 % 10)" }).contains("steadier than"))
    #expect(try !words({ "\(1_700_000_000 + $0 / 50)" }).contains("dispersion"))
  }

  /// Returns calls with a key, of which failures come again after a second.
  private func calls(key: (Int) -> UInt64?, retries: Bool) -> [Request] {
    var requests: [Request] = []
    for call in 0..<1000 {
      let start = Nanoseconds(Int64(call) * 300_000_000)
      let fails = call % 4 == 0
      var request = Request(
        start: start, span: .exact(Nanoseconds(10_000_000)),
        ending: fails ? .status(503) : .success)
      request.key = key(call)
      requests.append(request)
      guard fails, retries else { continue }
      request.start = start + Nanoseconds(1_010_000_000)
      request.ending = .success
      requests.append(request)
    }
    return requests
  }

  @Test("are told from retries by keys of their own")
  func keys() {
    let trail = RetryTrail(calls(key: { UInt64($0) }, retries: true))
    #expect(trail.evidence == .keys)
    #expect(trail.counts == [1000, 250])
    #expect(trail.gaps == [Nanoseconds(1_000_000_000)])
  }

  @Test("are told from retries by clients, if these come again sooner after failures")
  func clients() {
    let trail = RetryTrail(calls(key: { UInt64($0 % 200) }, retries: true))
    #expect(trail.evidence == .keys)
    #expect(trail.counts == [1000, 250])
    // The same client comes again every 60 s, whether or not a call fails.
    #expect(RetryTrail(calls(key: { UInt64($0 % 100) }, retries: false)).evidence == .none)
  }

  @Test("are not told from retries without a key")
  func noKeys() {
    let trail = RetryTrail(calls(key: { _ in nil }, retries: true))
    #expect(trail.evidence == .none)
    #expect(trail.share == 0)
  }
}

@Suite("Answers with status 429")
struct RateLimitTests {
  /// Returns the requests of seconds in which different numbers arrive.
  private func requests(_ isRefused: (_ second: Int, _ number: Int) -> Bool) -> [Request] {
    (0..<100).flatMap { second -> [Request] in
      let count = 20 + second * 7 % 60
      return (0..<count).map { number in
        Request(
          start: Nanoseconds(Int64(second) * 1_000_000_000 + Int64(number) * 10_000_000),
          span: .exact(Nanoseconds(5_000_000)),
          ending: isRefused(second, number) ? .status(429) : .success)
      }
    }
  }

  @Test("show a limit if they come above a rate")
  func limit() throws {
    let sign = try #require(RateLimitSign(requests { $1 >= 50 }))
    #expect(sign.rate == 50)
    #expect(sign.seconds > 30)
  }

  @Test("show none if they come at any rate")
  func none() {
    #expect(RateLimitSign(requests { ($0 + $1) % 10 == 0 }) == nil)
    #expect(RateLimitSign(requests { _, _ in false }) == nil)
  }
}

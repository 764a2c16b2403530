import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Makes calls that go one way at random, the same ones for the same seed.
///
/// Most times are a few tens of milliseconds, so that many things happen at the same instant.
struct RandomChain {
  private var draws: Draws
  /// A description of the chain.
  private(set) var words = ""
  /// Whether calls meet, and nothing is asked of closures while they do.
  private let isLoad: Bool
  /// Whether the last server drops what was abandoned in its queue.
  private(set) var dropsAbandoned = true
  /// Whether servers do what only stages can.
  private let usesAllOfServers: Bool

  init(seed: UInt64, isLoad: Bool = false, usesAllOfServers: Bool = false) {
    self.usesAllOfServers = usesAllOfServers
    self.isLoad = isLoad
    draws = Draws(DrawKey(seed: seed, name: "chain"), call: 0, attempt: 0, purpose: .closure)
  }

  private mutating func below(_ bound: Int) -> Int { Int(draws.unit() * Double(bound)) }

  private mutating func time() -> Nanoseconds {
    switch below(12) {
    case 0: .zero
    case 1: Nanoseconds(Int64(draws.unit() * 3e9))
    case 2: below(6) == 0 ? .never : ms(1000)
    default: ms(Int64(1 + below(8)) * 10)
    }
  }

  /// Returns an operation with some layers around it.
  mutating func source() throws -> Source {
    var source = Source.operation(try operation())
    for _ in 0..<below(6) { source = try layered(source) }
    return source
  }

  /// Returns calls of such a source that run side by side.
  mutating func load() throws -> Load {
    let arrivals: Load.Arrivals =
      switch below(6) {
      case 0: .open(perSecond: Double(20 + below(200)))
      case 4, 5: .rated(try profile(), below(3) == 0 ? .steady : .poisson)
      case 1:
        .closed(
          clients: 1 + below(12), think: try .constant(ms(Int64(1 + below(5)) * 10)),
          calls: below(2) == 0 ? nil : 1 + below(4))
      default: .closed(clients: 1 + below(12), think: try .exponential(mean: ms(30)))
      }
    words += "\(arrivals) "
    return try Load(
      source(), arrivals, for: ms(Int64(300 + below(900))), warmup: below(2) == 0 ? .zero : ms(100),
      drain: ms(Int64(below(3)) * 60))
  }

  /// Returns a rate that changes with time.
  private mutating func profile() throws -> RateProfile {
    let rate = { (number: Int) in RateProfile(constant: Double(number)) }
    return try RateProfile([
      (ms(Int64(below(2)) * 20), rate(1 + below(200))), (ms(110), rate(below(2) * 150)),
      (ms(150), .ramp(from: Double(below(50)), to: Double(1 + below(300)), over: ms(130))),
    ])
  }

  private mutating func server() throws -> Resource {
    let outages = try serverOutages()
    let down = below(2) == 0 || outages?.areWhole == false ? Server.Down.refuses : .holds
    let service: Distribution =
      below(3) == 0 ? try .exponential(mean: time()) : try .constant(time())
    let server = try Server(
      "server", slots: 1 + below(4), service: service, queue: below(3) == 0 ? nil : below(4),
      abandoned: below(2) == 0 ? .served : .dropped,
      faults: below(3) > 0
        ? .none : .rates(FaultRates([(fault(), 0.2), (Fault("broken"), 0.2)])),
      outages: outages, down: down,
      order: below(2) == 0 ? .fifo : .lifo,
      expires: below(3) == 0 ? ms(Int64(below(4)) * 20) : nil, limit: try limit(),
      crash: usesAllOfServers && below(3) == 0
        ? Server.Crash(above: below(6), recovery: time()) : nil,
      computed: usesAllOfServers && below(4) == 0
        ? ServiceTime { (inFlight, now, _) throws(Fault) in
          if inFlight == 5 { throw Fault("mistaken") }
          return ms(Int64(inFlight) * 7)
        } : nil)
    words += "\(server) "
    dropsAbandoned = server.abandoned == .dropped
    return .server(server)
  }

  private mutating func limit() throws -> RateLimit? {
    guard usesAllOfServers else { return nil }
    return switch below(10) {
    case 0: try RateLimit(.tokens(perSecond: 30, burst: 1 + below(4)))
    case 1: try RateLimit(.window(1 + below(6), per: ms(100)))
    case 2: try RateLimit(.slidingWindow(1 + below(6), per: ms(100)))
    case 3: try RateLimit(.window(1 + below(6), per: ms(100), from: .firstHit))
    case 4: try RateLimit(.estimatedWindow(1 + below(6), per: ms(100)))
    default: nil
    }
  }

  private mutating func hop() throws -> Distribution {
    below(2) == 0 ? try .constant(ms(10)) : try .normal(mean: ms(10), sd: ms(2))
  }

  private mutating func serverOutages() throws -> Outages? {
    switch below(7) {
    case 3: try Outages(.every(ms(90), for: ms(60)), failing: brownOut())
    case 0: try Outages(.during([Instant(ms(50))..<Instant(ms(130))]), fault: fault())
    case 1: try Outages(.every(ms(90), for: ms(40)), latency: time())
    case 2:
      try Outages(.every(.exponential(mean: ms(200)), for: .exponential(mean: ms(60))))
    default: nil
    }
  }

  private mutating func operation() throws -> Operation {
    let resource: Resource? =
      switch isLoad ? below(8) : 0 {
      case 0, 1: nil
      case 2: .row(VersionedRow("row", hop: try hop()))
      default: try server()
      }
    let latency: Distribution? =
      switch below(resource == nil ? 4 : 8) {
      case 4...: nil
      case 0:
        below(2) == 0
          ? try .exponential(mean: time())
          : try .constant(ms(10)).plus(.exponential(mean: time()))
      case 1: try .uniform(ms(10), ms(10 + Int64(below(50))))
      case 2: try .mixture([(0.9, .constant(time())), (0.1, .constant(time()))])
      default: try .constant(time())
      }
    let faults = try faults()
    let outages: Outages? =
      switch below(8) {
      case 3: try Outages(.every(ms(100), for: ms(60)), failing: brownOut(), latency: time())
      case 0: try Outages(.during([Instant(ms(20))..<Instant(ms(90))]), fault: Fault("down"))
      case 1: try Outages(.every(ms(100), for: ms(30)), latency: time())
      case 2: try Outages(.every(ms(100), for: ms(30), from: ms(40)))
      default: nil
      }
    var hangs = 0.0
    if case .rates = faults {} else if below(5) == 0 { hangs = 0.2 }
    let script = below(6) == 0 ? script() : []
    words +=
      "\(String(describing: latency)) \(faults) hangs \(hangs) \(String(describing: outages))"
    words += script.isEmpty ? "" : " scripted \(script)"
    return try Operation(
      "fetch", latency: latency, faults: faults, hangs: hangs, outages: outages, on: resource,
      script: script, returns: 7)
  }

  private mutating func brownOut() throws -> FaultRates {
    try FaultRates([(fault(), 0.4), (Fault("down"), below(2) == 0 ? 0.3 : 0.6)])
  }

  private mutating func script() -> [ScriptedAnswer] {
    (0...below(4)).map { _ in
      let answer: Answer =
        switch below(6) {
        case 0: .ok
        case 1: .value(3)
        case 2: .empty
        case 3: .never
        default: .fault(fault())
        }
      return ScriptedAnswer(answer, after: below(2) == 0 ? time() : nil)
    }
  }

  private mutating func fault() -> Fault {
    switch below(4) {
    case 0: .timeout
    case 1: Fault("auth")
    case 2: Fault("http", 503)
    default: Fault("throttled", retryAfter: time())
    }
  }

  private mutating func timedBurst() throws -> Faults {
    let (cycle, length): (Distribution, Distribution) =
      switch below(3) {
      case 0: (try .exponential(mean: ms(200)), try .exponential(mean: ms(60)))
      case 1: (try .constant(ms(150)), try .uniform(ms(10), ms(90)))
      default: (try .lognormal(median: ms(120), sigma: 1), try .normal(mean: ms(40), sd: ms(30)))
      }
    let share = below(2) == 0 ? 1 : 0.7
    return .timedBurst(
      try TimedBurst(.every(cycle, for: length), fails: share, fault: fault()),
      besides: try besides())
  }

  private mutating func besides() throws -> FaultRates {
    below(2) == 0 ? .none : try FaultRates([(fault(), 0.1), (Fault("broken"), 0.1)])
  }

  private mutating func faults() throws -> Faults {
    switch below(8) {
    case 0: .none
    case 4: try timedBurst()
    case 1:
      .burst(
        try Burst(enter: 0.3, leave: 0.4, fails: 0.8, fault: fault()), besides: try besides())
    case 2 where !isLoad:
      .computed(fault()) { (attempt, draws) throws(Fault) in
        if attempt.number > 6 { throw Fault("mistaken") }
        return attempt.began > Instant(ms(50)) ? draws.unit() : 0.7
      }
    case 3: .rates(try FaultRates([(fault(), 0.3), (Fault("other"), 0.3)]))
    default: .rates(try FaultRates(0.3 + draws.unit() * 0.6, of: fault()))
    }
  }

  private mutating func layered(_ source: Source) throws -> Source {
    let choice = below(15)
    words += " · \(choice)"
    switch choice {
    case 0, 1, 2:
      let limit = time()
      words += " timeout \(limit)"
      return source.timeout(limit, error: below(3) == 0 ? Fault("late") : .timeout)
    case 3: return source.map { (value, _) throws(Fault) in .tuple([value, 1]) }
    case 4: return source.map { (_, _) throws(Fault) in throw Fault("decoding") }
    case 5: return source.catchAndReturn(9)
    case 6: return source.mapError { (fault, _) in Fault("outer", .fault(fault)) }
    case 7:
      return source.fallback(to: below(2) == 0 ? .just(5) : .fail(fault()), on: filter())
    case 8:
      let kind = below(4)
      words += " values \(kind)"
      switch kind {
      case 0: return source.skip(below(2))
      case 1: return source.filter { _ in false }
      case 2: return source.takeWhile { (value, _) throws(Fault) in value.integer != 1 }
      default: return source.enumerated().take(2).scan(4) { (_, value, _) in value }
      }
    case 9...11 where !isLoad: return try retriedWhen(source)
    default: return source.retry(strategy())
    }
  }

  /// Returns the source, tried again as one of the usual pipelines over its errors says.
  private mutating func retriedWhen(_ source: Source) throws -> Source {
    var steps: [(Source) throws -> Source] = []
    for _ in 0..<below(4) { steps.append(step()) }
    let (range, isFirst) = (1...Int64(1 + below(3)), below(2) == 0)
    let unpaired: Unpaired = below(3) == 0 ? .waits : .completes
    let isNumbered = below(4) == 0
    words += isNumbered ? " zip \(range)" : ""
    return try source.retryWhen(on: filter()) { errors in
      let numbers = Source.range(range)
      let first =
        isNumbered
        ? Source.zip(isFirst ? [numbers, errors] : [errors, numbers], unpaired: unpaired) : errors
      return try steps.reduce(first) { try $1($0) }
    }
  }

  private mutating func step() -> (Source) throws -> Source {
    let (time, count, choice) = (time(), 1 + below(4), below(10))
    words += " \(choice) \(time) \(count)"
    switch choice {
    case 0, 1: return { $0.delay(time) }
    case 2: return { $0.take(count) }
    case 3: return { count < 3 ? $0.enumerated() : $0.skip(count - 3) }
    case 4: return { $0.scan(0) { (sum, _) throws(Fault) in .int((sum.integer ?? 0) + 1) } }
    case 5: return { $0.takeWhile { (value, draws) throws(Fault) in draws.unit() < 0.7 } }
    case 6:
      return { source in
        source.map { (value, draws) throws(Fault) in
          if draws.unit() < 0.2 { throw Fault("auth") }
          return value
        }
      }
    case 7: return { $0.filter { (_, draws) throws(Fault) in draws.unit() < 0.9 } }
    default:
      return { source in
        source.flatMap { (value, draws) throws(Fault) in
          let uniform = draws.unit()
          if uniform < 0.2 { return .just(1) }
          if uniform < 0.3 { return value.fault.map(Source.fail) ?? .empty }
          if uniform < 0.35 { return .fail(Fault("auth")) }
          return uniform < 0.4 ? .never : .timer(uniform < 0.7 ? time : ms(10))
        }
      }
    }
  }

  private mutating func filter() -> FaultFilter {
    switch below(4) {
    case 0: FaultFilter(unless: [FaultPattern("auth")])
    case 1: FaultFilter(on: [FaultPattern("timeout"), FaultPattern("throttled")])
    default: FaultFilter()
    }
  }

  private mutating func strategy() -> RetryStrategy {
    let wait = time().duration
    let backoff: Backoff =
      switch below(9) {
      case 0: .none
      case 1: .constant(wait).equalJitter()
      case 2: .decorrelated(base: .milliseconds(10))
      case 3: .custom { .milliseconds(20 * $0) }
      case 4: .exponential(initial: .milliseconds(20)).fullJitter()
      case 5: .constant(wait).take(1 + below(2)).then(.exponential(initial: .milliseconds(5)))
      case 6: .linear(increment: wait, initial: wait).firstAtOnce().take(3).fullJitter()
      default: .constant(wait)
      }
    let rule: DeadlineRule = [.refuse, .refuseBeyond, .clamp, .after, .elapsed][below(5)]
    let moment: DeadlineMoment = below(4) == 0 ? .start : .failure
    let stop: LimitRule = below(4) == 0 && !isLoad ? .both : .either
    let hints = [HintRule?.none, HintRule(), .careful, .fickle][below(4)]
    let limits =
      below(3) == 0 ? [RetryStrategy.Limit(FaultPattern("throttled"), retries: below(3))] : []
    let deadline = below(2) == 0 ? time().duration : nil
    let attempts = below(7) == 0 && !isLoad ? nil : 1 + below(isLoad ? 3 : 5)
    words += " retry \(attempts ?? 0) \(backoff) \(String(describing: deadline)) \(rule)"
    words += " \(moment) \(stop) \(String(describing: hints)) \(limits)"
    return RetryStrategy(
      rules: RetryRules(
        attempts: attempts, backoff: backoff, hintRule: hints, deadline: deadline,
        deadlineRule: rule, deadlineMoment: moment, limitRule: stop,
        exhausted: below(5) == 0 ? .complete : .fail),
      on: filter(), limits: limits)
  }
}

extension HintRule {
  /// A rule that bounds hints and adds to them.
  static let careful = HintRule(
    maximum: .milliseconds(40), jitter: .milliseconds(5), isAtLeastBackoff: true)

  /// A rule under which a hint may end the call or let the back-off start over.
  static let fickle = HintRule(
    maximum: .milliseconds(60), resetsBackoff: true, excess: .fail, negative: .fail, zero: .atOnce)
}

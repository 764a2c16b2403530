import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Shared resources, and the arrivals of loads.
  @Table static var loads: [Callable] {
    Callable(
      "server", .one("slots", .int, or: 1, "how many attempts are served concurrently"),
      .one(
        "service", .service,
        "how long a service takes: a latency, or a closure from the number of attempts in the server and the time"
      ), .optional("queue", .int, "how many attempts may wait; unlimited by default"),
      .one(
        "abandoned", .abandonRule, or: .served,
        "what the server does with attempts that were abandoned in its queue"),
      .one(
        "fails", .faults, or: .none,
        "how services fail: a share, shares by error, or a closure over the attempt, such as { a in a.now < 2s ? 100% : 5% }"
      ),
      .optional("error", .fault, "the error of failures that do not name one"),
      .optional("outages", .outages, "when the server is down: time ranges or a period"),
      .one(
        "down", .downRule, or: .refuses,
        "what the server does in an outage: it refuses new attempts, or its services stand still"),
      .one(
        "order", .orderRule, or: .fifo,
        "which waiting attempt is served next: the first (fifo) or the last (lifo)"),
      .optional(
        "expires", .duration,
        "the longest wait; attempts that have waited longer fail with .expired when their turn comes"
      ),
      .optional(
        "limit", .limitRule, "how many attempts the server admits; the others fail with .throttled"),
      .optional(
        "crash", .int,
        "how many attempts in it the server survives; above it, all of them fail with .crashed"),
      .one(
        "recovery", .duration, or: .seconds(30),
        "how long the server refuses attempts after a crash"), .site, gives: .resource, .load,
      "a server that calls share: it serves a limited number of attempts, queues the others, and refuses with .overloaded when the queue is full",
      example:
        "let db = server(slots: 10, service: exponential(20ms), queue: 100)\nload(op(on: db).retry(3), rate: 400/s, for: 10s)"
    ) {
      (
        slots, service, queue, abandoned, faults, error, outages, down, order, expires, limit,
        crash, recovery, site
      )
        throws(InvalidArgument) in
      let (law, computed) = try service.parts
      var rule: Server.Crash?
      if let crash { rule = try Server.Crash(above: crash, recovery: recovery) }
      return .server(
        try Server(
          site.name ?? "server", slots: slots, service: law, queue: queue,
          abandoned: abandoned, faults: faults.failing(with: error), outages: outages, down: down,
          order: order, expires: expires, limit: limit, crash: rule, computed: computed))
    }
    Callable(
      "channel", .one("slot", .duration, "the length of a slot"), .site, gives: .resource, .load,
      "a medium with time slots (ALOHA): an attempt alone in its slot gets through, the others fail with .collision",
      example: "let air = channel(slot: 10ms)\nload(op(on: air), rate: 50/s, for: 10s)"
    ) { slot, site throws(InvalidArgument) in
      .channel(try Channel(site.name ?? "channel", slot: slot))
    }
    Callable(
      "row", .one("hop", .latency, "the time of one hop between a client and the row"), .site,
      gives: .resource, .load,
      "a row under optimistic locking: an attempt reads the version, then writes, in four hops; it fails with .conflict if the version has changed in between",
      example:
        "let stock = row(hop: normal(10ms, sd: 2ms))\nload(op(on: stock).retry(attempts: 20, backoff: exponential(10ms, max: 2s), jitter: full), clients: 10, for: 2s)"
    ) { hop, site in .row(VersionedRow(site.name ?? "row", hop: hop)) }
    word(
      "served", .abandonRule, .served, .load,
      "abandoned attempts stay in the queue and are served anyway, which is wasted work",
      example:
        "let db = server(service: 100ms, abandoned: served)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)"
    )
    word(
      "dropped", .abandonRule, .dropped, .load, "abandoned attempts leave the queue",
      example:
        "let db = server(service: 100ms, abandoned: dropped)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)"
    )
    word(
      "fifo", .orderRule, .fifo, .load, "the server serves the attempt that has waited longest",
      example:
        "let db = server(service: 100ms, order: fifo)\nload(op(on: db).timeout(1s), rate: 11/s, for: 10s)"
    )
    word(
      "lifo", .orderRule, .lifo, .load,
      "the server serves the attempt that came last, whose client most likely still waits",
      example:
        "let db = server(service: 100ms, order: lifo, expires: 1s)\nload(op(on: db).timeout(1s), rate: 11/s, for: 10s)"
    )
    word(
      "refuses", .downRule, .refuses, .load,
      "in an outage, the server refuses new attempts; services under way go on",
      example:
        "let db = server(service: 100ms, outages: [3s...4s], down: refuses)\nload(op(on: db), rate: 5/s, for: 10s)"
    )
    word(
      "holds", .downRule, .holds, .load,
      "in an outage, services stand still and new attempts queue; afterwards, services go on where they were",
      example:
        "let db = server(service: 100ms, outages: [3s...4s], down: holds)\nload(op(on: db), rate: 5/s, for: 10s)"
    )
    Callable(
      "load", .one(.source(.any)), clientCount, think, course(minute), gives: .load, .load,
      "a closed load: concurrent clients that each call again and again",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db), clients: 50, think: 1s, for: 30s)"
    ) { source, clients, pause, course throws(InvalidArgument) in
      try course.load(of: source, .closed(clients: clients, think: pause))
    }
    Callable(
      "load", .one(.source(.any)), clientCount,
      .one("calls", .int, "the number of calls that each client makes"), think,
      course(.seconds(3600)), gives: .load, .load,
      "a closed load that ends by itself: concurrent clients that each make a number of calls",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db).retry(3), clients: 50, calls: 1)"
    ) { source, clients, calls, pause, course throws(InvalidArgument) in
      try course.load(of: source, .closed(clients: clients, think: pause, calls: calls))
    }
    Callable(
      "load", .one(.source(.any)),
      .one(
        "rate", .rateProfile,
        "the arrival rate, such as 40/s; rates from times on, such as [0s: 40/s, 20s: 80/s]; or a ramp"
      ),
      .one(
        "arrivals", .spacing, or: .poisson,
        "whether calls arrive at random (poisson, the default) or evenly spaced (steady)"),
      .one("clients", .int, or: 1, "the number of clients that make the calls in turn"),
      course(minute), gives: .load, .load,
      "an open load: calls that arrive at random at a rate, which may change with time",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db).retry(3), rate: 30/s, for: 30s)"
    ) { source, rate, spacing, clients, course throws(InvalidArgument) in
      try course.load(of: source, .rated(rate, spacing, clients: clients))
    }
    Callable(
      "together", .one(.loads), gives: .load, .load,
      "several loads side by side, which share servers; figures are shown for each of them and for all",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\ntogether([\"shop\": load(op(on: db).retry(3), rate: 20/s, for: 20s), \"report\": load(op(on: db), clients: 3, for: 20s)])"
    ) { loads throws(InvalidArgument) in try Load(together: loads) }
    Callable(
      "ramp", .one(.range(of: .rate)), .one("over", .duration, "how long the change takes"),
      gives: .rateProfile, .load,
      "a rate that grows or falls linearly over a time, and then stays",
      example: "load(op(latency: 100ms), rate: ramp(10/s...50/s, over: 20s), for: 30s)"
    ) { range, span throws(InvalidArgument) in
      guard case (.double(let first), .double(let last)) = (range.low, range.high) else {
        return RateProfile(constant: 0)
      }
      return try .ramp(from: first, to: last, over: span)
    }
    Callable(
      "uniform", .one(.int), gives: .keys, .load,
      "calls ask for so many keys, each as often as any other",
      example:
        "let pages = cache(entries: 100)\nload(op().cached(in: pages), rate: 20/s, keys: uniform(200), for: 10s)"
    ) { count throws(InvalidArgument) in try Keys(count) }
    Callable(
      "zipf", .one(.int), .one("exponent", .double, or: 1, "how hot the hot keys are"),
      gives: .keys, .load,
      "calls ask for so many keys, of which a few are hot: key k as often as 1 / k ** exponent",
      example:
        "let stock = row(hop: 10ms)\nload(op(on: stock).retry(5), rate: 20/s, keys: zipf(100), for: 10s)"
    ) { count, exponent throws(InvalidArgument) in try Keys(count, exponent: exponent) }
    Callable(
      "cache", .one("entries", .int, or: 1000, "how many entries the cache has"),
      .one("for", .duration, or: .never, "how long an entry is fresh"),
      .one(
        "stale", .duration, or: .zero, "how long after that it is still served if the source fails"),
      .optional("cleared", .duration, "when the cache loses all its entries"), .site, gives: .cache,
      .load,
      "a cache that calls share, empty at first; beyond its entries, the one used longest ago is dropped",
      example:
        "let pages = cache(entries: 100, for: 5s, cleared: 20s)\nload(op().cached(in: pages), rate: 20/s, keys: zipf(200), for: 30s)"
    ) { entries, lifetime, stale, cleared, site throws(InvalidArgument) in
      try SharedCache(
        site.name ?? "cache", entries: entries, lifetime: lifetime, stale: stale, cleared: cleared)
    }
    Callable(
      "cached", on: .stream, .one("in", .cache, "the cache"), gives: .stream, .load,
      "answers from a cache that calls share; without a fresh entry, the source runs, and its answer is kept",
      example:
        "let pages = cache(entries: 100, for: 5s)\nload(op().cached(in: pages), rate: 20/s, keys: zipf(200), for: 10s)"
    ) { source, cache in source.cached(in: cache) }
    word(
      "poisson", .spacing, .poisson, .load, "calls arrive at random, independently of each other",
      example: "load(op(latency: 100ms), rate: 20/s, arrivals: poisson, for: 10s)")
    word(
      "steady", .spacing, .steady, .load, "calls arrive evenly spaced",
      example: "load(op(latency: 100ms), rate: 20/s, arrivals: steady, for: 10s)")
  }

  private static let minute = Nanoseconds.seconds(60)

  private static let clientCount = ParameterBinding<Int>.one(
    "clients", .int, "the number of concurrent clients")

  private static let think = ParameterBinding<Distribution?>.optional(
    "think", .latency, "the think time between two calls of a client; none by default")

  /// How a load runs, whatever its arrivals.
  private struct Course: Sendable {
    let keys: Keys?
    let span, warmup, drain: Nanoseconds

    func load(of source: Source, _ arrivals: Load.Arrivals) throws(InvalidArgument) -> Load {
      try Load(source, arrivals, keys: keys, for: span, warmup: warmup, drain: drain)
    }
  }

  private static func course(_ span: Nanoseconds) -> ParameterBinding<Course> {
    .group(
      .optional(
        "keys", .keys,
        "what the calls ask for, by which caches and rows tell them apart; the same by default"),
      .one("for", .duration, or: span, "the duration, or the longest one if the calls are counted"),
      .one(
        "warmup", .duration, or: .zero, "the time at the start whose calls are not measured"),
      .one(
        "drain", .duration, or: Load.usualDrain,
        "how long the load waits for the calls that are in flight at its end")
    ) { Course(keys: $0, span: $1, warmup: $2, drain: $3) }
  }
}

extension GivenService {
  /// The law that is drawn from, and the closure that takes its place, if any.
  fileprivate var parts: (Distribution, ServiceTime?) {
    get throws(InvalidArgument) {
      switch self {
      case .drawn(let law): (law, nil)
      case .computed(let time): (try .constant(.zero), time)
      }
    }
  }
}

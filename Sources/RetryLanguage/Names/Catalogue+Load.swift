import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// Shared resources, and the arrivals of loads.
  @Table static var loads: [Callable] {
    Callable(
      "server", .one("slots", .int, or: 1), .one("service", .service), .optional("queue", .int),
      .one("abandoned", .abandonRule, or: .served), .one("fails", .faults, or: .none),
      .optional("error", .fault), .optional("outages", .outages),
      .one("down", .downRule, or: .refuses), .one("order", .orderRule, or: .fifo),
      .optional("expires", .duration), .optional("limit", .limitRule), .optional("crash", .int),
      .one("recovery", .duration, or: Nanoseconds(30_000_000_000)), .site, gives: .resource, .load,
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
      "channel", .one("slot", .duration), .site, gives: .resource, .load,
      "a medium with time slots (ALOHA): an attempt alone in its slot gets through, the others fail with .collision",
      example: "let air = channel(slot: 10ms)\nload(op(on: air), rate: 50/s, for: 10s)"
    ) { slot, site throws(InvalidArgument) in
      .channel(try Channel(site.name ?? "channel", slot: slot))
    }
    Callable(
      "row", .one("hop", .latency), .site, gives: .resource, .load,
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
    Callable(
      "tokens", .one(.rate), .one("burst", .int), .one("retryAfter", .limitHint, or: .wholeSeconds),
      .one("error", .fault, or: Fault("throttled")), gives: .limitRule, .load,
      "a limit by a bucket of tokens: an attempt takes one, or fails with .throttled(retryAfter: …), the time until the next token in whole seconds, as in HTTP",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { rate, burst, hint, error throws(InvalidArgument) in
      try RateLimit(.tokens(perSecond: rate, burst: burst), hint: hint, error: error)
    }
    Callable(
      "window", .one(.int), .one("per", .duration),
      .one("from", .word, or: RateLimit.WindowStart.clock),
      .one("retryAfter", .limitHint, or: .wholeSeconds),
      .one("error", .fault, or: Fault("throttled")), gives: .limitRule, .load,
      "a limit of so many attempts in each window, from the start or from the first hit; the others fail with .throttled(retryAfter: …), the time until the next window in whole seconds, as in HTTP",
      example:
        "let api = server(slots: 50, service: 20ms, limit: window(10, per: 1s))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { count, period, start, hint, error throws(InvalidArgument) in
      try RateLimit(.window(count, per: period, from: start), hint: hint, error: error)
    }
    Callable(
      "slidingWindow", .one(.int), .one("per", .duration), .one("estimated", .bool, or: false),
      .one("retryAfter", .limitHint, or: .wholeSeconds),
      .one("error", .fault, or: Fault("throttled")), gives: .limitRule, .load,
      "a limit of so many attempts in any span of this length, counted or estimated from two windows; the others fail with .throttled(retryAfter: …), the time until the oldest leaves it in whole seconds, as in HTTP",
      example:
        "let api = server(slots: 50, service: 20ms, limit: slidingWindow(10, per: 1s))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { count, period, isEstimated, hint, error throws(InvalidArgument) in
      let law: RateLimit.Law =
        isEstimated ? .estimatedWindow(count, per: period) : .slidingWindow(count, per: period)
      return try RateLimit(law, hint: hint, error: error)
    }
    word(
      "wholeSeconds", .limitHint, .wholeSeconds, .load,
      "the server asks to come back after whole seconds, as HTTP's Retry-After does",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: wholeSeconds))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
    )
    word(
      "exact", .limitHint, .exact, .load,
      "the server asks to come back at the moment at which it would admit an attempt",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: exact))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
    )
    word(
      "date", .limitHint, .date, .load,
      "the server names the moment at which it would admit an attempt in whole seconds, as HTTP's dates do: up to 1 s early",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: date))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
    )
    word(
      "none", .limitHint, RateLimit.Hint.none, .load, "the server does not say when to come back",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5, retryAfter: none))\nload(op(on: api).retry(3), rate: 12/s, for: 10s)"
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
      "load", .one(.source(.any)), .one("clients", .int), .optional("think", .latency),
      .optional("keys", .keys), .one("for", .duration, or: minute),
      .one("warmup", .duration, or: .zero), .one("drain", .duration, or: Load.usualDrain),
      gives: .load,
      .load,
      "a closed load: concurrent clients that each call again and again",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db), clients: 50, think: 1s, for: 30s)"
    ) { source, clients, pause, keys, span, warmup, drain throws(InvalidArgument) in
      try Load(
        source, .closed(clients: clients, think: pause), keys: keys, for: span, warmup: warmup,
        drain: drain)
    }
    Callable(
      "load", .one(.source(.any)), .one("clients", .int), .one("calls", .int),
      .optional("think", .latency), .optional("keys", .keys),
      .one("for", .duration, or: minute * 60), .one("warmup", .duration, or: .zero),
      .one("drain", .duration, or: Load.usualDrain), gives: .load, .load,
      "a closed load that ends by itself: concurrent clients that each make a number of calls",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db).retry(3), clients: 50, calls: 1)"
    ) { source, clients, calls, pause, keys, span, warmup, drain throws(InvalidArgument) in
      try Load(
        source, .closed(clients: clients, think: pause, calls: calls), keys: keys, for: span,
        warmup: warmup, drain: drain)
    }
    Callable(
      "load", .one(.source(.any)), .one("rate", .rateProfile),
      .one("arrivals", .spacing, or: .poisson), .one("clients", .int, or: 1),
      .optional("keys", .keys), .one("for", .duration, or: minute),
      .one("warmup", .duration, or: .zero), .one("drain", .duration, or: Load.usualDrain),
      gives: .load,
      .load, "an open load: calls that arrive at random at a rate, which may change with time",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db).retry(3), rate: 30/s, for: 30s)"
    ) { source, rate, spacing, clients, keys, span, warmup, drain throws(InvalidArgument) in
      try Load(
        source, .rated(rate, spacing, clients: clients), keys: keys, for: span, warmup: warmup,
        drain: drain)
    }
    Callable(
      "together", .one(.loads), gives: .load, .load,
      "several loads side by side, which share servers; figures are shown for each of them and for all",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\ntogether([\"shop\": load(op(on: db).retry(3), rate: 20/s, for: 20s), \"report\": load(op(on: db), clients: 3, for: 20s)])"
    ) { loads throws(InvalidArgument) in try Load(together: loads) }
    Callable(
      "ramp", .one(.range(of: .rate)), .one("over", .duration), gives: .rateProfile, .load,
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
      "zipf", .one(.int), .one("exponent", .double, or: 1), gives: .keys, .load,
      "calls ask for so many keys, of which a few are hot: key k as often as 1 / k ** exponent",
      example:
        "let stock = row(hop: 10ms)\nload(op(on: stock).retry(5), rate: 20/s, keys: zipf(100), for: 10s)"
    ) { count, exponent throws(InvalidArgument) in try Keys(count, exponent: exponent) }
    Callable(
      "cache", .one("entries", .int, or: 1000), .one("for", .duration, or: .never),
      .one("stale", .duration, or: .zero), .optional("cleared", .duration), .site, gives: .cache,
      .load,
      "a cache that calls share, empty at first; beyond its entries, the one used longest ago is dropped",
      example:
        "let pages = cache(entries: 100, for: 5s, cleared: 20s)\nload(op().cached(in: pages), rate: 20/s, keys: zipf(200), for: 30s)"
    ) { entries, lifetime, stale, cleared, site throws(InvalidArgument) in
      try SharedCache(
        site.name ?? "cache", entries: entries, lifetime: lifetime, stale: stale, cleared: cleared)
    }
    Callable(
      "cached", on: .stream, .one("in", .cache), gives: .stream, .load,
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

  private static let minute = Nanoseconds(60_000_000_000)
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

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
    Callable(
      "served", gives: .abandonRule, .load,
      "abandoned attempts stay in the queue and are served anyway, which is wasted work",
      example:
        "let db = server(service: 100ms, abandoned: served)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)",
      isBare: true
    ) { .served }
    Callable(
      "dropped", gives: .abandonRule, .load,
      "abandoned attempts leave the queue",
      example:
        "let db = server(service: 100ms, abandoned: dropped)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)",
      isBare: true
    ) { .dropped }
    Callable(
      "fifo", gives: .orderRule, .load,
      "the server serves the attempt that has waited longest",
      example:
        "let db = server(service: 100ms, order: fifo)\nload(op(on: db).timeout(1s), rate: 11/s, for: 10s)",
      isBare: true
    ) { .fifo }
    Callable(
      "lifo", gives: .orderRule, .load,
      "the server serves the attempt that came last, whose client most likely still waits",
      example:
        "let db = server(service: 100ms, order: lifo, expires: 1s)\nload(op(on: db).timeout(1s), rate: 11/s, for: 10s)",
      isBare: true
    ) { .lifo }
    Callable(
      "tokens", .one(.rate), .one("burst", .int), gives: .limitRule, .load,
      "a limit by a bucket of tokens: an attempt takes one, or fails with .throttled(retryAfter: …), the time until the next token",
      example:
        "let api = server(slots: 50, service: 20ms, limit: tokens(10/s, burst: 5))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { rate, burst throws(InvalidArgument) in
      try RateLimit(.tokens(perSecond: rate, burst: burst))
    }
    Callable(
      "window", .one(.int), .one("per", .duration), gives: .limitRule, .load,
      "a limit of so many attempts in each window; the others fail with .throttled(retryAfter: …), the time until the next window",
      example:
        "let api = server(slots: 50, service: 20ms, limit: window(10, per: 1s))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { count, period throws(InvalidArgument) in try RateLimit(.window(count, per: period)) }
    Callable(
      "slidingWindow", .one(.int), .one("per", .duration), gives: .limitRule, .load,
      "a limit of so many attempts in any span of this length; the others fail with .throttled(retryAfter: …), the time until the oldest leaves it",
      example:
        "let api = server(slots: 50, service: 20ms, limit: slidingWindow(10, per: 1s))\nload(op(on: api).retry(attempts: 3, delay: 50ms), rate: 12/s, for: 10s)"
    ) { count, period throws(InvalidArgument) in
      try RateLimit(.slidingWindow(count, per: period))
    }
    Callable(
      "refuses", gives: .downRule, .load,
      "in an outage, the server refuses new attempts; services under way go on",
      example:
        "let db = server(service: 100ms, outages: [3s...4s], down: refuses)\nload(op(on: db), rate: 5/s, for: 10s)",
      isBare: true
    ) { .refuses }
    Callable(
      "holds", gives: .downRule, .load,
      "in an outage, services stand still and new attempts queue; afterwards, services go on where they were",
      example:
        "let db = server(service: 100ms, outages: [3s...4s], down: holds)\nload(op(on: db), rate: 5/s, for: 10s)",
      isBare: true
    ) { .holds }
    Callable(
      "adaptiveThrottle", on: .stream, .one("k", .double, or: 2),
      .one("window", .duration, or: minute * 2), gives: .stream, .load,
      "rejects requests locally with .throttled, so that at most k requests are sent per accepted request",
      example:
        "let db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(k: 2), rate: 500/s, for: 10s)"
    ) { source, k, window throws(InvalidArgument) in
      try source.adaptiveThrottle(k: k, window: window)
    }
    Callable(
      "load", .one(.source(.any)), .one("clients", .int), .optional("think", .latency),
      .one("for", .duration, or: minute), .one("warmup", .duration, or: .zero), gives: .load, .load,
      "a closed load: concurrent clients that each call again and again",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db), clients: 50, think: 1s, for: 30s)"
    ) { source, clients, pause, span, warmup throws(InvalidArgument) in
      try Load(source, .closed(clients: clients, think: pause), for: span, warmup: warmup)
    }
    Callable(
      "load", .one(.source(.any)), .one("rate", .rate), .one("for", .duration, or: minute),
      .one("warmup", .duration, or: .zero), gives: .load, .load,
      "an open load: calls that arrive at random at a given rate",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db).retry(3), rate: 30/s, for: 30s)"
    ) { source, rate, span, warmup throws(InvalidArgument) in
      try Load(source, .open(perSecond: rate), for: span, warmup: warmup)
    }
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

import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// What calls share, and how many of them come at a time.
  @Table static var loads: [Callable] {
    Callable(
      "server", .one("slots", .int, or: 1), .one("service", .latency), .optional("queue", .int),
      .one("abandoned", .abandonRule, or: .served), .site, gives: .resource, .load,
      "who serves attempts of many calls, so many at a time; others wait in line, or are refused with .overloaded",
      example:
        "let db = server(slots: 10, service: exponential(20ms), queue: 100)\nload(op(on: db).retry(3), rate: 400/s, for: 10s)"
    ) { slots, service, queue, abandoned, site throws(InvalidArgument) in
      .server(
        try Server(
          site.name ?? "server", slots: slots, service: service, queue: queue,
          abandoned: abandoned))
    }
    Callable(
      "channel", .one("slot", .duration), .site, gives: .resource, .load,
      "a medium in slots of time: what is sent alone in a slot gets through, the rest fails with .collision",
      example: "let air = channel(slot: 10ms)\nload(op(on: air), rate: 50/s, for: 10s)"
    ) { slot, site throws(InvalidArgument) in
      .channel(try Channel(site.name ?? "channel", slot: slot))
    }
    Callable(
      "served", gives: .abandonRule, .load,
      "attempts that were given up while they waited are served all the same, and for nothing",
      example:
        "let db = server(service: 100ms, abandoned: served)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)",
      isBare: true
    ) { .served }
    Callable(
      "dropped", gives: .abandonRule, .load,
      "attempts that were given up while they waited leave the line",
      example:
        "let db = server(service: 100ms, abandoned: dropped)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)",
      isBare: true
    ) { .dropped }
    Callable(
      "adaptiveThrottle", on: .stream, .one("k", .double, or: 2),
      .one("window", .duration, or: minute * 2), gives: .stream, .load,
      "rejects calls on the spot with .throttled, the more the fewer succeed: no more than k times as much is sent as is accepted",
      example:
        "let db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(k: 2), rate: 500/s, for: 10s)"
    ) { source, k, window throws(InvalidArgument) in
      try source.adaptiveThrottle(k: k, window: window)
    }
    Callable(
      "load", .one(.source(.any)), .one("clients", .int), .optional("think", .latency),
      .one("for", .duration, or: minute), .one("warmup", .duration, or: .zero), gives: .load, .load,
      "so many clients, each of which calls again and again, side by side for a time",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db), clients: 50, think: 1s, for: 30s)"
    ) { source, clients, pause, span, warmup throws(InvalidArgument) in
      try Load(source, .closed(clients: clients, think: pause), for: span, warmup: warmup)
    }
    Callable(
      "load", .one(.source(.any)), .one("rate", .rate), .one("for", .duration, or: minute),
      .one("warmup", .duration, or: .zero), gives: .load, .load,
      "so many calls a second by chance, side by side for a time",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db).retry(3), rate: 30/s, for: 30s)"
    ) { source, rate, span, warmup throws(InvalidArgument) in
      try Load(source, .open(perSecond: rate), for: span, warmup: warmup)
    }
  }

  private static let minute = Nanoseconds(60_000_000_000)
}

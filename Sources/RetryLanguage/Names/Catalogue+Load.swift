import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// What calls share, and how many of them come at a time.
  static let loads: [Callable] = [
    Callable(
      "server",
      [
        .init("slots", .int, isOptional: true), .init("service", .latency),
        .init("queue", .int, isOptional: true),
        .init("abandoned", .abandonRule, isOptional: true),
      ], gives: .resource, .load,
      "who serves attempts of many calls, so many at a time; others wait in line, or are refused with .overloaded",
      example:
        "let db = server(slots: 10, service: exponential(20ms), queue: 100)\nload(op(on: db).retry(3), rate: 400/s, for: 10s)"
    ) { arguments throws(InvalidArgument) in
      guard let service = arguments.latency(1) else { return .unit }
      var abandoned = Server.Abandoned.served
      if case .abandonRule(let given)? = arguments.values[3] { abandoned = given }
      return .resource(
        .server(
          try Server(
            arguments.bindingName ?? "server", slots: arguments.int(0) ?? 1, service: service,
            queue: arguments.int(2), abandoned: abandoned)))
    },
    Callable(
      "channel", [.init("slot", .duration)], gives: .resource, .load,
      "a medium in slots of time: what is sent alone in a slot gets through, the rest fails with .collision",
      example: "let air = channel(slot: 10ms)\nload(op(on: air), rate: 50/s, for: 10s)"
    ) { arguments throws(InvalidArgument) in
      .resource(
        .channel(
          try Channel(arguments.bindingName ?? "channel", slot: arguments.span(0) ?? .zero)))
    },
    Callable(
      "served", gives: .abandonRule, .load,
      "attempts that were given up while they waited are served all the same, and for nothing",
      example:
        "let db = server(service: 100ms, abandoned: served)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)",
      isBare: true
    ) { _ in .abandonRule(.served) },
    Callable(
      "dropped", gives: .abandonRule, .load,
      "attempts that were given up while they waited leave the line",
      example:
        "let db = server(service: 100ms, abandoned: dropped)\nload(op(on: db).timeout(1s), rate: 9/s, for: 10s)",
      isBare: true
    ) { _ in .abandonRule(.dropped) },
    Callable(
      "adaptiveThrottle", on: .stream,
      [.init("k", .double, isOptional: true), .init("window", .duration, isOptional: true)],
      gives: .stream, .load,
      "rejects calls on the spot with .throttled, the more the fewer succeed: no more than k times as much is sent as is accepted",
      example:
        "let db = server(service: 10ms, queue: 0)\nload(op(on: db).adaptiveThrottle(k: 2), rate: 500/s, for: 10s)"
    ) { arguments throws(InvalidArgument) in
      .source(
        try arguments.source.adaptiveThrottle(
          k: arguments.number(0) ?? 2, window: arguments.span(1) ?? Arguments.twoMinutes))
    },
    Callable(
      "load",
      [
        .init(nil, .source(.any)), .init("clients", .int),
        .init("think", .latency, isOptional: true),
      ] + times, gives: .load, .load,
      "so many clients, each of which calls again and again, side by side for a time",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db), clients: 50, think: 1s, for: 30s)"
    ) { arguments throws(InvalidArgument) in
      .load(
        try arguments.load(
          .closed(clients: arguments.int(1) ?? 0, think: arguments.latency(2)), times: 3))
    },
    Callable(
      "load", [.init(nil, .source(.any)), .init("rate", .rate)] + times, gives: .load, .load,
      "so many calls a second by chance, side by side for a time",
      example:
        "let db = server(slots: 4, service: exponential(100ms))\nload(op(on: db).retry(3), rate: 30/s, for: 30s)"
    ) { arguments throws(InvalidArgument) in
      guard case .rate(let rate)? = arguments.values[1] else { return .unit }
      return .load(try arguments.load(.open(perSecond: rate), times: 2))
    },
  ]

  /// How long a load goes on.
  private static let times: [Callable.Parameter] = [
    .init("for", .duration, isOptional: true), .init("warmup", .duration, isOptional: true),
  ]
}

extension Arguments {
  /// How long a load goes on where nothing is said.
  private static var minute: Nanoseconds { Nanoseconds(60_000_000_000) }

  /// How far a throttle remembers where nothing is said.
  fileprivate static var twoMinutes: Nanoseconds { minute * 2 }

  /// The load on the first argument, whose times stand from a position on.
  fileprivate func load(
    _ arrivals: Load.Arrivals, times: Int
  ) throws(InvalidArgument) -> Load {
    try Load(
      source(0), arrivals, for: span(times) ?? Self.minute, warmup: span(times + 1) ?? .zero)
  }
}

import RetryNumerics
import Simulation
import VirtualTime

extension Catalogue {
  /// The programs that make calls, as they are.
  @Table static var clients: [Callable] {
    Callable(
      "client",
      .optional(
        "overhead", .latency,
        "the time that an attempt takes in the client, as a latency or measured 'samples'; none by default"
      ), .one("late", .duration, or: .zero, "how late its timers fire: waits, timeouts, hedges"),
      .optional(
        "speed", .rate,
        "the attempts per second that it can send, one after the other; any number by default"),
      .optional(
        "replays", .patterns,
        "the errors of dead connections: on one that was used before, an idempotent request is sent again at once; none by default"
      ), .one("idle", .int, or: 2, "the most connections that it keeps for further attempts"),
      .sharing, gives: .program, .load,
      "a client as it is: time of its own for each attempt, late timers, a limited speed, and connections that send requests again",
      example:
        "let app = client(overhead: 1ms...2ms, late: 0.6ms, speed: 200/s)\nlet api = server(slots: 4, service: 25ms, queue: 40)\nload(op(on: api).timeout(1s).retry(3).via(app), rate: 180/s, for: 10s)"
    ) { overhead, lateness, speed, replays, idle, sharing throws(InvalidArgument) in
      sharing(
        "client",
        try ClientProgram(
          overhead: overhead, lateness: lateness, speed: speed,
          replays: replays.map { FaultFilter(on: $0) }, idle: idle))
    }
    Callable(
      "via", on: .stream, .one(.program), gives: .stream, .load,
      "makes the calls by a client: its time adds to that of each attempt, and its timers are late",
      example:
        "let go = client(overhead: 0.5ms, replays: .reset, idle: 100)\nload(op(latency: 20ms, fails: [.reset: 30%]).via(go), rate: 50/s, for: 10s)"
    ) { $0.via($1) }
  }
}

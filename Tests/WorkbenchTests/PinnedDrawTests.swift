import Simulation
import Testing
import VirtualTime
import Workbench

@Suite("All draws at one place")
struct PinnedDrawTests {
  /// Returns what a session prints last.
  private func said(_ texts: String...) -> String {
    var said = ""
    var session = Session.printing(.text) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): said = text
      }
    }
    for text in texts { session.run(text) }
    return said
  }

  @Test(
    "give the delays of a published table",
    arguments: [
      ("0", "exponential(1s), jitter: equal", [500, 1000, 2000]),
      ("0.5", "exponential(1s), jitter: full", [500, 1000, 2000]),
      ("1", "exponential(1s), jitter: full", [1000, 2000, 4000]),
      ("0.5", "exponential(1s), jitter: equal", [750, 1500, 3000]),
      ("1", "{ n in random(0ms...100ms) * (n + 1) }", [100, 200, 300]),
      ("0.5", "{ n in random(0ms...100ms) }", [50, 50, 50]),
    ])
  func table(draws: String, backoff: String, delays: [Int64]) {
    var settings = Settings()
    #expect(settings.draws == nil)
    settings.draws = PinnedDraw.allCases.first { $0.name == draws }
    #expect(settings.draws != nil)
    var waits: [Int64] = []
    var session = Session.printing(.json, settings: settings) { output in
      guard case .result(let line) = output else { return }
      waits = line.matches(of: /"for_ns":(\d+)/).compactMap { Int64($0.output.1) }
    }
    session.run("op(latency: 0s, fails: 100%).retry(attempts: 4, backoff: \(backoff))")
    #expect(waits == delays.map { $0 * 1_000_000 })
  }

  @Test("decide faults and latencies, the same for every call and seed")
  func all() {
    for seed in ["", "seed 7\n"] {
      #expect(
        said(seed + "set draws 0", "stats op(fails: 1%) calls 50").contains("success   0.00%"))
      #expect(
        said(seed + "set draws 1", "stats op(fails: 99%) calls 50").contains("success   100.00%"))
      let text = said(seed + "set draws 0.5", "op(latency: 10ms...30ms)")
      #expect(text.contains("20ms") && text.contains("draws 0.5 call 0"), "\(text)")
    }
    let load = "load(op(latency: 10ms...30ms), rate: 50/s, for: 5s)"
    #expect(
      said("set draws 0.5", load).contains("20.0ms  20.0ms  20.0ms"),
      "\(said("set draws 0.5", load))")
  }

  @Test("hold for a result that is measured again, and no theory judges them")
  func again() {
    let text = said(
      "set draws 0.5", "let f = op(fails: 30%)", "stats f.retry(3) calls 100", "set draws random",
      "compare _1, f.retry(2)")
    #expect(text.contains("draws 0.5") && text.split(separator: "100.00%").count == 3, "\(text)")
    #expect(!said("set draws 1", "stats op(fails: 30%) calls 100").contains("theory"))
  }

  @Test("leave the times at which calls arrive as the seed has them")
  func arrivals() {
    for name in ["client", "spread"] {
      for pin in PinnedDraw.allCases {
        let keys = [3, pin.pinning(3)].map { DrawKey(seed: $0, name: name) }
        var streams = keys.map { Draws($0, call: 5, attempt: 1, purpose: .arrival) }
        #expect((0..<9).allSatisfy { _ in streams[0].next() == streams[1].next() })
        var pinned = Draws(keys[1], call: 5, attempt: 1, purpose: .jitter)
        #expect((0..<9).allSatisfy { _ in pinned.next() == pin.word })
      }
    }
  }

  @Test(
    "are the same under seeds of any size",
    arguments: [0, 42, 1 << 61, 3 << 61, .max >> 1] as [UInt64])
  func seeds(seed: UInt64) {
    for pin in PinnedDraw.allCases {
      let held = pin.pinning(seed)
      #expect(PinnedDraw(of: held) == pin)
      #expect(pin.pinning(held) == held)
    }
    #expect(PinnedDraw(of: seed) == nil && PinnedDraw.proper(seed) == seed)
  }

  @Test("end when they are random again, and are told where they are not")
  func random() {
    let run = "op(fails: 50%, latency: exponential(10ms)).retry(3)"
    #expect(said(run) == said("set draws 1", "set draws random", run))
    #expect(said("set draws 2").contains("random, 0, 0.5 or 1"))
    #expect(said("set draws 0.5", "stats \(run) calls 10").contains("draws 0.5"))
    #expect(said("set draws 0.5", "set").contains("draws"))
  }
}

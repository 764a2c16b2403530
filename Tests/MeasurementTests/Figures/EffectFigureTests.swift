import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Figures of effects and costs")
struct EffectFigureTests {
  private func figure(_ name: String) throws -> Figure {
    try #require(Figure.all.first { $0.name == name })
  }

  private func pay(f: Double, p: Double, attempts: Int) throws -> Source {
    try .operation(
      Operation(
        "pay", latency: .constant(ms(10)), faults: .rates(FaultRates(f)), lost: Losses(p),
        isIdempotent: false, cost: Price(0.02))
    ).timeout(ms(20)).retry(attempts: attempts)
  }

  @Test(
    "they agree with their closed forms, for calls alone and in a load",
    arguments: [(0, 0.1, 3), (0.3, 0, 3), (0, 0.25, 2)] as [(Double, Double, Int)])
  func closedForms(f: Double, p: Double, n: Int) throws {
    // An attempt is not heard with q = f + p, as one of both is zero. Without failures all attempts have effects.
    let q = f + p
    let unheardAll = (0..<n).reduce(1.0) { product, _ in product * q }
    let attempts = (1 - unheardAll) / (1 - q)
    let exact: [(String, Double)] = [
      ("cost", 0.02 * attempts),
      // Whatever the number of attempts is.
      ("costPerSuccess", 0.02 / (1 - q)),
      ("effects", f == 0 ? attempts : 1 - unheardAll),
      ("duplicates", p), ("unheard", f == 0 ? unheardAll : 0),
    ]
    let source = try pay(f: f, p: p, attempts: n)
    var trials = Trials(calls: 0..<30_000, seed: 1)
    let alone = MeasuredCalls.independent(trials.measure(source))
    trials.calls = 0..<5
    let load = try Load(source, .open(perSecond: 300), for: ms(20_000), drain: ms(20_000))
    let sample = trials.measure(load)
    #expect(sample.calls.calls > 29_000)
    for calls in [alone, .concurrent(sample)] {
      for (name, exact) in exact {
        let value = try #require(try figure(name).number(of: calls)?.size)
        let estimate = try #require(try figure(name).independentEstimate(of: calls))
        // Intervals of 95 % hold together if they are twice as wide.
        let half = max(estimate.high - estimate.low, 1e-9)
        #expect((value - exact).magnitude <= half, "\(name): \(value), \(exact), \(estimate)")
        #expect(estimate.high - estimate.low < 0.02 || exact == 0, "\(name): \(estimate)")
      }
    }
  }

  @Test("they are given only if an operation states them")
  func given() throws {
    let names = ["effects", "duplicates", "unheard", "cost", "costPerSuccess"]
    let trials = Trials(calls: 0..<100, seed: 1)
    let plain = trials.measure(.operation(try Operation("pay")))
    let stated = trials.measure(try pay(f: 1, p: 0, attempts: 2))
    for name in names {
      #expect(
        try !figure(name).isGiven(.independent(plain)) && figure(name).isGiven(.independent(stated))
      )
    }
    // Nothing succeeds, so that a success has no price.
    let calls = MeasuredCalls.independent(stated)
    #expect(try figure("costPerSuccess").number(of: calls) == nil)
    #expect(try figure("costPerSuccess").value(of: calls) == .double(.infinity))
    #expect(try figure("cost").number(of: calls) == .double(0.04))
    #expect(try figure("duplicates").number(of: calls) == .double(0))
  }

  @Test("parts merge in any order")
  func merged() throws {
    let source = try pay(f: 0.3, p: 0.2, attempts: 3)
    let whole = Trials(calls: 0..<2000, seed: 3).measure(source)
    var parts = Trials(calls: 1200..<2000, seed: 3).measure(source)
    parts.merge(Trials(calls: 0..<1200, seed: 3).measure(source))
    #expect(parts == whole)
  }
}

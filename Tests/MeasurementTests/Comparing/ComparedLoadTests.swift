import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Measurement

@Suite("Compared loads")
struct ComparedLoadTests {
  private static func samples(_ attempts: [Int]) throws -> [LoadSample] {
    let call = try LoadFigureTests.call(LoadFigureTests.server(queue: 20)).timeout(ms(100))
    return try attempts.map { count in
      LoadFigureTests.sample(
        try Load(call.retry(attempts: count), .open(perSecond: 120), for: ms(20_000)))
    }
  }

  private static func difference(
    _ name: String, _ samples: [LoadSample]
  ) throws -> Difference {
    try #require(
      Compared.loads(samples).differences[1].first { $0.figure.name == name }
    ).difference
  }

  @Test("differ by the differences of their runs with the same seeds")
  func paired() throws {
    let samples = try Self.samples([1, 3])
    for (name, rises) in [("goodput", false), ("amplification", true), ("queue", true)] {
      let figure = try #require(Figure.atPrompt.first { $0.name == name })
      let differences = try zip(samples[0].runs, samples[1].runs).map { first, second in
        #expect(first.seed == second.seed)
        return try #require(figure.number(ofRun: second)) - (#require(figure.number(ofRun: first)))
      }
      let difference = try Self.difference(name, samples)
      #expect(difference.estimate == Estimate(runs: differences), "\(name)")
      #expect(difference.isSignificant && difference.countNeeded == nil, "\(name)")
      #expect((difference.estimate.value > 0) == rises, "\(name)")
    }
  }

  @Test("an interrupted comparison keeps the runs that all loads have")
  func interrupted() throws {
    let samples = try Self.samples([1, 2])
    let cut = LoadSample(samples[1].load, Array(samples[1].runs.prefix(3)), planned: 5)
    let common = [samples[0], cut].onCommonSeeds
    #expect(common.map { $0.runs.map(\.seed) } == [[42, 43, 44], [42, 43, 44]])
    #expect(common.allSatisfy { $0.planned == 5 && $0.isPartial })
    #expect(common[0].calls.calls == samples[0].runs.prefix(3).reduce(0) { $0 + $1.calls.calls })
    #expect(samples.onCommonSeeds.map(\.runs.count) == [5, 5])
    #expect([samples[0], LoadSample(samples[1].load, [], planned: 5)].onCommonSeeds.isEmpty)
  }

  @Test("a load does not differ from itself")
  func same() throws {
    let samples = try Self.samples([2, 2])
    let differences = Compared.loads(samples).differences[1]
    #expect(differences.count == 7)
    for difference in differences {
      #expect(!difference.difference.isSignificant && difference.difference.estimate.value == 0)
    }
  }

  @Test("pairs need less runs than loads with seeds of their own")
  func variance() throws {
    let samples = try [10, 11].map { mean in
      LoadFigureTests.sample(
        try Load(
          LoadFigureTests.call(LoadFigureTests.server(mean: mean)), .open(perSecond: 60),
          for: ms(20_000)))
    }
    let paired = try Self.difference("queue", samples).estimate
    let others = LoadFigureTests.sample(samples[1].load, seed: 1000)
    let apart = zip(samples[0].runs, others.runs).compactMap { first, second in
      Figure.queue.number(ofRun: second).flatMap { later in
        Figure.queue.number(ofRun: first).map { later - $0 }
      }
    }
    let unpaired = try #require(Estimate(runs: apart))
    #expect(paired.high - paired.low < (unpaired.high - unpaired.low) / 2)
  }
}

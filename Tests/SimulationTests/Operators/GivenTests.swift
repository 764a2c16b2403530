import Simulation
import Testing

@Suite("A source that an answer is built on")
struct GivenTests {
  private static func outcomes(_ answer: Source, _ given: GivenSource?) throws -> [Outcome] {
    let machine = Machine(answer.answering(with: try #require(given)), seed: 1)
    return (0..<40).map { machine.run(call: $0).outcome }
  }

  private static func fetch() throws -> Source {
    .operation(try Operation("fetch", faults: .rates(FaultRates(0.5, of: .timeout))))
  }

  @Test("an answer by it is as it is without a judge, with the same draws")
  func same() throws {
    let fetch = try Self.fetch()
    for answer in [fetch, try fetch.retry(attempts: 3), fetch.fallback(to: fetch)] {
      let machine = Machine(answer, seed: 1)
      let plain = (0..<40).map { machine.run(call: $0).outcome }
      #expect(try Self.outcomes(answer, GivenSource(fetch)) == plain)
    }
  }

  @Test("a success that hides its failure is a failure, and so is one without it")
  func hidden() throws {
    let fetch = try Self.fetch()
    let outcomes = try Self.outcomes(fetch.fallback(to: .just(1)), GivenSource(fetch))
    #expect(Set(outcomes) == [.success(.unit), .failure(GivenSource.hidden)])
    #expect(Set(try Self.outcomes(.just(1), GivenSource(fetch))) == [.failure(GivenSource.unused)])
    // One that is defined in the same way is another one.
    let twin = try Self.outcomes(try Self.fetch(), GivenSource(fetch))
    #expect(Set(twin) == [.failure(.timeout), .failure(GivenSource.unused)])
  }

  @Test("another source can take its place, also one that is built on it")
  func replaced() throws {
    let fetch = try Self.fetch()
    let world = GivenSource(fetch, as: try fetch.retry(attempts: 30))
    #expect(Set(try Self.outcomes(fetch, world)) == [.success(.unit)])
    let down = GivenSource(fetch, as: .fail(.outage))
    #expect(Set(try Self.outcomes(try fetch.retry(attempts: 2), down)) == [.failure(.outage)])
  }

  @Test("without one, any operation may answer")
  func anyOperation() throws {
    #expect(
      Set(try Self.outcomes(.just(1), GivenSource(countingAny: nil))) == [
        .failure(GivenSource.unused)
      ])
    #expect(
      try Self.outcomes(try Self.fetch(), GivenSource(countingAny: nil)).contains(.success(.unit)))
    #expect(GivenSource(.just(1)) == nil)
  }
}

import ProgramSupport
import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@testable import Workbench

@Suite("Facts about a source")
struct FactsTests {
  /// The sources that a text defines.
  private func sources(_ text: String) -> [(name: String, source: Source)] {
    var session = Session.printing { _ in }
    session.run("set events 3000")
    session.run(text)
    return session.workspace.environment.known.compactMap { name, definition in
      definition.item.source.map { (name, $0) }
    }
  }

  /// Returns a result of a call that contradicts the facts, or `nil` if they hold.
  private func refutation(_ facts: Facts, most: Int?, _ result: CallResult) -> String? {
    let (time, attempts) = (result.duration, result.tally.attempts)
    if let most, attempts > most { return "\(attempts) attempts of \(most)" }
    if result.tally.values > facts.mostValues { return "more than \(facts.mostValues) values" }
    switch result.outcome {
    case .stopped: return nil
    case .cancelled: return time > facts.time.upperBound ? "takes \(time)" : nil
    case .hung(let waits):
      return facts.alwaysEnds && !waits.contains(.endOfTime) ? "hangs" : nil
    case .success, .completed, .failure: break
    }
    if attempts < facts.fewest { return "\(attempts) attempts, less than \(facts.fewest)" }
    if !facts.time.contains(time) { return "takes \(time), not \(facts.time)" }
    switch result.outcome {
    case .failure(let fault):
      if time < facts.failure { return "fails at \(time), before \(facts.failure)" }
      return facts.kinds?.contains(fault.kind) == false ? "fails with \(fault)" : nil
    case .completed: return facts.canBeEmpty ? nil : "is empty"
    default: return result.tally.values < facts.leastValues ? "too few values" : nil
    }
  }

  @Test("count the values of the attempts that fail, and of the one that does not")
  func values() throws {
    let (_, source) = try #require(
      sources("let a = merge(just(1), timer(2s), op(fails: 50%)).retry(3)").first)
    #expect(KnownSource(source).facts.mostValues == 12)
  }

  @Test("hold in every call of generated programs")
  func programs() {
    var count = 0
    for seed in UInt64(0)..<1500 {
      let program = GeneratedProgram(seed: seed)
      for (name, source) in sources(program.text) {
        let (facts, most) = (KnownSource(source).facts, Plan(of: source).mostAttempts)
        var limits = Limits()
        limits.events = 3000
        let machine = Machine(source, seed: seed, limits: limits)
        for call in UInt64(0)..<6 {
          let refutation = refutation(facts, most: most, machine.run(call: call))
          guard refutation != nil else { continue }
          #expect(refutation == nil, "seed \(seed), call \(call), \(name) of\n\(program.text)")
          break
        }
        count += 1
      }
    }
    #expect(count > 1000)
  }
}

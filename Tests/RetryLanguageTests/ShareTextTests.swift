import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Shares as text")
struct ShareTextTests {
  @Test(
    "are percentages",
    arguments: [
      (0, "0%"), (1, "100%"), (0.1, "10%"), (0.07, "7%"), (0.125, "12.5%"), (0.001, "0.1%"),
      (12.5, "1250%"), (1.5e-5, "1.5e-3%"), (1e20, "1e22%"), (-0.5, "-50%"),
    ] as [(Double, String)])
  func words(share: Double, text: String) {
    #expect(Literal.share(share) == text)
  }

  @Test("are read as the number that was written")
  func exact() throws {
    var draws = Draws(DrawKey(seed: 1, name: "share"), call: 0, attempt: 0, purpose: .closure)
    for _ in 0..<2000 {
      let share = draws.unit()
      let policy = try Preset.policy(
        of: "policy(attempts: 2).perAttempt(percentile: \(Literal.share(share)))"
      ).get()
      var found: Double?
      if case .hedged(let hedge)? = policy.inner.first { found = hedge.settings.percentile }
      #expect(found == share)
    }
  }
}

import Foundation
import RetryNumerics
import Testing
import VirtualTime

@Suite("Normal distribution")
struct NormalTests {
  /// Probabilities and their quantiles to more digits than a double has.
  static let quantiles: [(Double, Double)] = [
    (1e-300, -37.047096299361199237), (0x1p-53, -8.2095361516013868556),
    (1e-12, -7.0344838253011319326), (1e-6, -4.7534243088228989573),
    (0.001, -3.0902323061678135354), (0.01, -2.3263478740408410931),
    (0.074999, -1.4395385353452306883), (0.0750001, -1.4395307645017296865),
    (0.2, -0.84162123357291416552), (0.4, -0.25334710313579974132),
    (0.5 + 0x1p-20, 2.3905070062955740613e-6), (0.75, 0.6744897501960817432),
    (0.9, 1.2815515655446005935), (0.99, 2.3263478740408407676),
    (0.999, 3.0902323061678132778), (0.999999, 4.7534243088170877657),
  ]

  @Test("the quantile is correct to fifteen digits", arguments: quantiles)
  func quantile(p: Double, expected: Double) {
    #expect(abs(Elementary.normalQuantile(p) - expected) <= 1e-15 * abs(expected))
  }

  @Test("the quantile is correct at the edges")
  func edges() {
    #expect(Elementary.normalQuantile(0) == -.infinity)
    #expect(Elementary.normalQuantile(1) == .infinity)
    #expect(Elementary.normalQuantile(0.5) == 0)
    for p in [-0.1, 1.1, .nan, .infinity] { #expect(Elementary.normalQuantile(p).isNaN) }
  }

  @Test("the quantile function is odd around one half, and increasing")
  func shape() {
    var last = -Double.infinity
    for step in 1..<4096 {
      let p = Double(step) / 4096
      let value = Elementary.normalQuantile(p)
      #expect(value == -Elementary.normalQuantile(1 - p) && value > last)
      last = value
    }
  }

  @Test("the distribution function equals that of the C library")
  func cumulative() {
    for step in -400...400 {
      let x = Double(step) / 40
      let expected = Foundation.erfc(-x / 2.0.squareRoot()) / 2
      #expect(abs(Elementary.normalCumulative(x) - expected) < 2e-15)
    }
    #expect(Elementary.normalCumulative(.nan).isNaN)
    #expect(Elementary.normalCumulative(.infinity) == 1)
    #expect(Elementary.normalCumulative(-.infinity) == 0)
  }
}

import Testing

@testable import Report

@Suite("Measured figures")
struct FiguresTests {
  /// A share and its text.
  static let shares: [(Double, String)] = [
    (0, "0%"), (1, "100%"), (0.5, "50%"), (0.9734217, "97.34%"), (0.12345, "12.345%"),
    (1 - 2e-5, "99.998%"), (1 - 2e-8, "99.999998%"), (1e-7, "0.00001%"), (0.99995, "99.995%"),
    (1 - 1e-16, "99.99999999999999%"), (1e15, "1e+17%"), (-0.5, "-50%"),
    (1.5, "150%"),
  ]

  /// A share, a bound, and the text that tells on which side of the bound the share is.
  static let bounded: [(share: Double, bound: Double, text: String)] = [
    (0.9914791, 0.9915, "99.148%"), (0.9914791, 0.9916, "99.15%"), (0.9914791, 0.99148, "99.1479%"),
    (0.9914999, 0.9915, "99.14999%"), (0.9915, 0.9915, "99.15%"), (0.9999549, 0.99995, "99.9955%"),
    (0.99995, 0.99995, "99.995%"), (1, 0.99995, "100%"),
  ]

  @Test("a share is not shown as a bound that it misses, nor on its other side", arguments: bounded)
  func sides(row: (share: Double, bound: Double, text: String)) {
    #expect(Figures.shortShare(row.share, besides: [row.bound]) == row.text)
  }

  @Test("only exact shares are shown as 0% or 100%")
  func shortShares() {
    for (share, text) in Self.shares { #expect(Figures.shortShare(share) == text) }
    for power in 1...15 {
      let rest = (0..<power).reduce(1.0) { rest, _ in rest / 10 }
      #expect(Figures.shortShare(1 - rest) != "100%")
      #expect(Figures.shortShare(rest) != "0%")
    }
  }
}

import RetryNumerics
import Testing

@Suite("Square roots")
struct SquareRootTests {
  @Test(
    "a square root is correct within a unit in the last place, even of the smallest numbers",
    arguments: [
      1, 2, 4, 1e-300, 1e300, Double.leastNonzeroMagnitude, .leastNormalMagnitude,
      .leastNormalMagnitude / 3, .greatestFiniteMagnitude,
    ])
  func near(number: Double) {
    let root = number.squareRoot()
    #expect(abs(Elementary.squareRoot(number) - root) <= root.ulp)
  }

  @Test("the root of a number that is not positive is zero, and that of infinity is infinite")
  func ends() {
    #expect(Elementary.squareRoot(0) == 0 && Elementary.squareRoot(-1) == 0)
    #expect(Elementary.squareRoot(.infinity) == .infinity)
  }
}

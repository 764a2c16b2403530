import Testing
import VirtualTime

@Suite("Square roots")
struct SquareRootTests {
  @Test(
    "a square root is within one unit in the last place, of the smallest numbers too",
    arguments: [
      1, 2, 4, 1e-300, 1e300, Double.leastNonzeroMagnitude, .leastNormalMagnitude,
      .leastNormalMagnitude / 3, .greatestFiniteMagnitude,
    ])
  func near(number: Double) {
    let root = number.squareRoot()
    #expect(abs(Elementary.squareRoot(number) - root) <= root.ulp)
  }

  @Test("the root of what is not above zero is zero, and that of infinity is infinite")
  func ends() {
    #expect(Elementary.squareRoot(0) == 0 && Elementary.squareRoot(-1) == 0)
    #expect(Elementary.squareRoot(.infinity) == .infinity)
  }
}

import Simulation
import Testing

@testable import RetryLanguage

@Suite("The size of a value")
struct SizeTests {
  @Test("a value may have a maximum number of parts, and not one more")
  func bounds() {
    // A list counts as one part, and so does the item that holds it.
    let parts = Limits().parts
    for (number, isSmall) in [(1, true), (parts - 2, true), (parts - 1, false)] {
      let values = [Value](repeating: .int(1), count: number)
      #expect(RuntimeValue.value(.list(values)).hasAtMost(parts) == isSmall, "\(number)")
      #expect(RuntimeValue.value(.tuple(values)).hasAtMost(parts) == isSmall, "\(number)")
    }
    // Each item of a list holds a value, and both count.
    for (number, isSmall) in [(1, true), ((parts - 1) / 2, true), ((parts + 1) / 2, false)] {
      let items = [RuntimeValue](repeating: .value(.int(1)), count: number)
      #expect(RuntimeValue.list(items).hasAtMost(parts) == isSmall, "\(number)")
    }
  }
}

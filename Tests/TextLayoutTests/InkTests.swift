import Testing
import TextLayout

@Suite("Inks")
struct InkTests {
  @Test("each ink can be read on black and on white", arguments: Ink.allCases)
  func contrast(ink: Ink) throws {
    let parts = ink.paint("x").dropFirst(2).prefix { $0 != "m" }.split(separator: ";")
    guard let kind = parts.firstIndex(of: "38") else {
      // No colour of its own: the text is bold, faint or underlined.
      #expect(parts.allSatisfy { ["1", "2", "4"].contains($0) })
      return
    }
    #expect(parts[kind + 1] == "5")
    let bright = luminance(ofColour: try #require(Int(parts[kind + 2])))
    #expect((bright + 0.05) / 0.05 >= 4 && 1.05 / (bright + 0.05) >= 4)
  }

  /// The relative luminance, as in the accessibility guidelines for the web, of a colour of the cube of 216.
  private func luminance(ofColour number: Int) -> Double {
    let (index, levels) = (number - 16, [0.0, 95, 135, 175, 215, 255])
    let channels = [index / 36, index / 6 % 6, index % 6].map { level in
      // A power of 2.4 is 12 fifths.
      let share = (levels[level] / 255 + 0.055) / 1.055
      return levels[level] == 0 ? 0 : fifthRoot(of: power(share, 12))
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  private func fifthRoot(of value: Double) -> Double {
    (0..<60).reduce(1.0) { root, _ in root - (root - value / power(root, 4)) / 5 }
  }
}

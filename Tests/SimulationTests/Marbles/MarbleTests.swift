import RetryNumerics
import Simulation
import Testing

@Suite("Marbles")
struct MarbleTests {
  struct Drawing: Sendable, CustomTestStringConvertible {
    let text: String
    let signals: [String]
    var testDescription: String { text }
  }

  @Test(
    "each character of a drawing is one unit of time",
    arguments: [
      Drawing(text: "", signals: []),
      Drawing(text: "---", signals: []),
      Drawing(text: "--1--#", signals: ["20ms value 1", "50ms failed error"]),
      Drawing(text: "a|", signals: ["0s value \"a\"", "10ms completed"]),
      Drawing(text: "-(12|)", signals: ["10ms value 1", "10ms value 2", "10ms completed"]),
      Drawing(text: "(1)-2", signals: ["0s value 1", "40ms value 2"]),
      Drawing(text: " - 1 - ", signals: ["10ms value 1"]),
    ])
  func reads(drawing: Drawing) throws {
    let marbles = try MarbleText(drawing.text, unit: unit)
    #expect(marbles.signals.map { "\($0.at) \($0.signal)" } == drawing.signals)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let text: String
    let position: Int
    let problem: MarbleText.Mistake.Problem
    var testDescription: String { text }
  }

  @Test(
    "an error is reported at its position",
    arguments: [
      Wrong(text: "--?", position: 2, problem: .unknown("?")),
      Wrong(text: "-|-1", position: 3, problem: .afterTheEnd),
      Wrong(text: "#|", position: 1, problem: .afterTheEnd),
      Wrong(text: "((", position: 1, problem: .nestedGroup),
      Wrong(text: "-)", position: 1, problem: .unopenedGroup),
      Wrong(text: "-(1", position: 3, problem: .unclosedGroup),
      Wrong(text: "(1-2)", position: 2, problem: .unknown("-")),
    ])
  func mistakes(wrong: Wrong) {
    #expect(throws: MarbleText.Mistake(position: wrong.position, problem: wrong.problem)) {
      try MarbleText(wrong.text, unit: unit)
    }
  }

  @Test(
    "a drawn text parses to the same signals",
    arguments: ["-1-2-|", "--a(12)--#", "(123|)", "----", "5", "-(ab)----(c|)"])
  func roundTrips(text: String) throws {
    let signals = try MarbleText(text, unit: unit).signals
    let drawing = MarbleDrawing.draw(signals, unit: unit)
    #expect(try MarbleText(drawing, unit: unit).signals == signals)
  }

  @Test("values without a marble are stars, and distant signals are omitted")
  func limits() {
    let far = [
      TimedSignal(.value(42), at: ms(10)), TimedSignal(.value(1), at: Nanoseconds.never),
    ]
    #expect(MarbleDrawing.draw(far, unit: unit) == "-*…")
    #expect(MarbleDrawing.draw(far, unit: Nanoseconds(0)) == "…")
  }
}

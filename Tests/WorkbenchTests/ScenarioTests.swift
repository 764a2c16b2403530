import Testing
import Workbench

@Suite("Scenarios")
struct ScenarioTests {
  @Test("each of the sixteen systems has one")
  func complete() {
    let seeds = Scenario.all.map(\.path).filter { $0.hasPrefix("seeds/") }
    let numbers = seeds.map { String($0.dropFirst("seeds/s".count).prefix(2)) }
    #expect(numbers == (1...16).map { $0 < 10 ? "0\($0)" : "\($0)" })
  }

  @Test("runs to its end, and prints what it printed when it was recorded", arguments: Scenario.all)
  func prints(scenario: Scenario) throws {
    if GoldenScript.isRecording { try scenario.record() }
    let (printed, status) = try scenario.play()
    #expect(status == .ready)
    #expect(printed == scenario.recorded)
  }

  @Test(
    "is narrated from its first line on, in lines that a terminal shows", arguments: Scenario.all)
  func narrated(scenario: Scenario) throws {
    let lines = try scenario.text().split(separator: "\n")
    #expect(lines.first?.hasPrefix("/// ") == true)
    for line in lines {
      #expect(line.count <= (line.hasPrefix("///") ? 84 : 100), "\(line)")
    }
  }
}

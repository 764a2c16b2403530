import Report
import RetryLanguage
import Testing
import Workbench

@Suite("Scenarios")
struct ScenarioTests {
  @Test("each of the sixteen systems has one")
  func complete() {
    let seeds = StoredScenario.all.map(\.path).filter { $0.hasPrefix("seeds/") }
    let numbers = seeds.map { String($0.dropFirst("seeds/s".count).prefix(2)) }
    #expect(numbers == (1...16).map { $0 < 10 ? "0\($0)" : "\($0)" })
  }

  @Test(
    "runs to its end, and matches its recording", arguments: StoredScenario.all)
  func prints(stored: StoredScenario) throws {
    if GoldenScript.isRecording { try stored.record() }
    let recording = try #require(stored.recording)
    let scenario = try stored.scenario()
    let outcome = scenario.perform()
    guard Recording(outcome).text != recording || !outcome.isWhole else { return }
    Issue.record("\(scenario.check(recording: Recording.Kept(.text(recording))).message)")
  }

  @Test(
    "has narration from its first line on, in lines that fit a terminal",
    arguments: StoredScenario.all)
  func narrated(scenario: StoredScenario) throws {
    let lines = try scenario.text().split(separator: "\n")
    #expect(lines.first?.hasPrefix("/// ") == true)
    for line in lines {
      #expect(line.count <= (line.hasPrefix("///") ? 84 : 100), "\(line)")
    }
  }
}

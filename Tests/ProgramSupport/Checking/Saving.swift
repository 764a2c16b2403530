import Measurement
import RetryLanguage
import Simulation
import Workbench

/// A saved session runs by itself, has the same results, and replays without differences.
enum Saving {
  /// Returns what does not come out as it was.
  static func difference(_ program: GeneratedProgram) -> String? {
    // Each save runs the program many times, so that a part of them is enough.
    guard program.seed % 4 == 0 else { return nil }
    let memory = MemoryFiles()
    var heard: [String] = []
    var session = memory.session(.json) {
      if case .result(let text) = $0 { heard.append(text) }
    }
    let status = session.run(program.text)
    guard status == .ready else { return nil }
    let before = heard
    for name in ["plain", "expected with expectations"] {
      heard = []
      if session.run("save \(name)") != .ready { return nil }
      let path = name.prefix { $0 != " " }
      guard let text = memory.files["\(path).retry"], let kept = memory.files["\(path).recording"]
      else { return "'save \(name)' wrote nothing" }
      if let error = replayed(text, kept) { return "\(error)\nsaved:\n\(text)" }
      if path == "plain", let error = compared(text, before) {
        return "\(error)\nsaved:\n\(text)"
      }
    }
    return nil
  }

  /// Runs a saved text again beside its recording.
  private static func replayed(_ text: String, _ kept: String) -> String? {
    let outcome = MemoryFiles.perform(text)
    guard outcome.isWhole else { return "it does not run: \(outcome.mistakes)" }
    guard let recording = try? Recording(kept) else {
      return "its recording cannot be read"
    }
    return Replay(outcome, against: recording).difference()
  }

  /// Compares the calls of a saved text with those of the session.
  private static func compared(_ text: String, _ before: [String]) -> String? {
    var rest = Deeds.of(before)[...]
    for deed in Deeds.of(Hearing(text, isJSON: true).results) {
      // Undone statements and inspections are not saved, but the order stays the same.
      guard let place = rest.firstIndex(of: deed) else {
        return "this is new: \("\(deed)".prefix(300))"
      }
      rest = rest[(place + 1)...]
    }
    return nil
  }
}

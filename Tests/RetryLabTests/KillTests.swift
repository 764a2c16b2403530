import Foundation
import Glibc
import Testing

/// A kill can happen at any moment; the files are complete at each.
@Suite("Programs that are killed")
struct KillTests {
  /// How often they are killed.
  private static let times = 200

  /// A number that looks like chance, the same in each run of the tests.
  private static func number(_ index: Int, below bound: Int) -> Int {
    let mixed = (UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33) % bound
  }

  /// Lets the program write files ten times, looks at what there is meanwhile, and kills it at some moment.
  private func kill(
    _ index: Int, running text: (Int) -> String, look: () throws -> Void
  ) throws {
    let process = Process()
    process.executableURL = Program.folder.appending(path: "retrylab")
    process.arguments = (0..<10).flatMap { ["-e", text(10 * index + $0)] }
    let said = Pipe()
    process.standardOutput = said
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It speaks before it writes and after it has written, so that the last looks fall into either.
    for _ in 0...Self.number(index, below: 9) {
      guard !said.fileHandleForReading.availableData.isEmpty else { break }
      try look()
    }
    for _ in 0..<Self.number(index + 1000, below: 9) { try look() }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try look()
  }

  @Test("leave a scenario in its old or its new state")
  func saving() throws {
    let folder = try Scratch.folder()
    let scenario = folder.appending(path: "s.retry").path
    let recording = folder.appending(path: "s.recording").path
    var seen: Set<String> = []
    for index in 0..<Self.times {
      try kill(index) {
        "seed \($0)\nop(fails: 40%)\nsave \"\(scenario)\" over"
      } look: {
        try checkScenario(scenario, &seen)
        try checkRecording(recording)
      }
      // The one always goes with the other.
      if index % 4 == 0, !seen.isEmpty {
        let test = try Program.run(["test", scenario])
        #expect(test.code == 0, "\(test.output)")
      }
    }
    #expect(seen.count > 100, "\(seen.count)")
    let last = try Program.run(["-e", "op()", "-e", "save \"\(scenario)\" over"])
    #expect(last.code == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["s.recording", "s.retry"])
  }

  private func checkScenario(_ path: String, _ seen: inout Set<String>) throws {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let last = try #require(lines.dropLast(2).last)
    let seeds = lines.filter { $0.hasPrefix("seed ") }
    #expect(text.hasSuffix("\(last)\nop(fails: 40%)\n"), "\(text)")
    #expect(
      seeds.count == lines.count / 2 && seeds.indices.allSatisfy { lines[2 * $0] == seeds[$0] })
    seen.insert(text)
  }

  private func checkRecording(_ path: String) throws {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    #expect(text.hasPrefix("retrylab recording\n") && text.hasSuffix("end\n"))
    #expect(text.contains("\nevents.1 = 0s attempt 1 of op\n"))
  }

  @Test("leave an exported file in its old or its new state")
  func exporting() throws {
    let folder = try Scratch.folder()
    let drawing = folder.appending(path: "t.svg").path
    var seen: Set<String> = []
    for index in 0..<Self.times / 2 {
      try kill(index) {
        "seed \($0)\nop(fails: 90%).retry(5)\nexport \"\(drawing)\" over"
      } look: {
        checkDrawing(drawing, &seen)
      }
    }
    #expect(seen.count > 20, "\(seen.count)")
    let last = try Program.run(["-e", "op()", "-e", "export \"\(drawing)\" over"])
    #expect(last.code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["t.svg"])
  }

  private func checkDrawing(_ path: String, _ seen: inout Set<String>) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"), "\(text.count)")
    seen.insert(text)
  }

  @Test("leave the progress of a lesson in its old or its new state")
  func progress() throws {
    let user = try TerminalUser()
    let sections = (1...40).map { "/// Part \($0)\n\($0)\n" }
    _ = try user.write(sections.joined(separator: "\n"), to: "mine.retry")
    let place = user.home.appending(path: ".local/state/retrylab/lessons.json")
    var seen: Set<String> = []
    for index in 0..<Self.times / 4 {
      let terminal = try user.sitAtHome()
      terminal.type("lesson mine.retry again\r" + String(repeating: "next\r", count: 39))
      let wanted = 1 + Self.number(index, below: 30)
      try terminal.wait(for: "section \(wanted)") { screen in
        try checkProgress(place, &seen)
        return screen.history.contains("\n\(wanted) of 40 ")
      }
      Glibc.kill(terminal.process, SIGKILL)
      _ = try terminal.end()
      try checkProgress(place, &seen)
    }
    #expect(seen.count > 20, "\(seen.count)")
    let last = try user.sitAtHome()
    try last.enter("lesson mine.retry")
    let folder = place.deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.sorted() == ["history.jsonl", "lessons.json"])
  }

  private func checkProgress(_ place: URL, _ seen: inout Set<String>) throws {
    guard let data = try? Data(contentsOf: place) else { return }
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let lessons = object?["lessons"] as? [String: Any]
    #expect(lessons?["mine.retry"] != nil && data.last == UInt8(ascii: "\n"))
    seen.insert(String(decoding: data, as: UTF8.self))
  }

  @Test("leave a history of complete entries, with none of the old ones lost")
  func history() throws {
    let user = try TerminalUser()
    var known = (data: Data(), count: 0)
    for index in 0..<Self.times {
      let terminal = try user.sit(["--quiet", "--no-init"])
      for entry in 0..<20 { terminal.type("\"entry \(index) \(entry) äöü 😀\"\r") }
      let wanted = known.count + Self.number(index, below: 8)
      try terminal.wait(for: "\(wanted) entries") { _ in
        try checkHistory(user, &known)
        return known.count >= wanted
      }
      Glibc.kill(terminal.process, SIGKILL)
      _ = try terminal.end()
      try checkHistory(user, &known)
    }
    #expect(known.count > 100, "\(known.count)")
  }

  /// Reads the history, in which each line that has an end is whole, and adds what is new to what is known.
  ///
  /// A kill may stop a write at the end of a page. The next program ends the line that was begun, and nobody shows it.
  private func checkHistory(_ user: TerminalUser, _ known: inout (data: Data, count: Int)) throws {
    guard let data = try? Data(contentsOf: user.history) else { return }
    #expect(data.prefix(known.data.count) == known.data)
    let end = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    for line in data[known.data.count..<end].split(separator: UInt8(ascii: "\n")) {
      let entry = try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)
      if entry == nil, line.last != UInt8(ascii: "\"") { continue }
      #expect((entry as? String)?.hasSuffix("äöü 😀\"") == true)
      known.count += 1
    }
    known.data = data[..<end]
  }
}

import Foundation
import Glibc
import Testing

/// Killing can come at any moment; what is on the disk is whole at each.
@Suite("Programs that are killed")
struct KillTests {
  /// How often they are killed.
  private static let times = 200

  /// A number that looks like chance, the same in each run of the tests.
  private static func number(_ index: Int, below bound: Int) -> Int {
    let mixed = (UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33) % bound
  }

  @Test("leave a scenario that was being saved as it was before, or as it should be")
  func saving() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scenario = folder.appending(path: "s.retry").path
    let recording = folder.appending(path: "s.recording").path
    var seen: Set<String> = []
    for index in 0..<Self.times {
      let process = Process()
      process.executableURL = Program.folder.appending(path: "retrylab")
      process.arguments = (0..<10).flatMap {
        ["-e", "seed \(10 * index + $0)\nop(fails: 40%)\nsave \"\(scenario)\" over"]
      }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Both files are read all the while, and are whole whenever they are.
      let wanted = seen.count + Self.number(index, below: 4)
      var extra = 1 + Self.number(index + 1000, below: 7)
      while process.isRunning, extra > 0 {
        try checkScenario(scenario, &seen)
        try checkRecording(recording)
        if seen.count >= wanted { extra -= 1 }
        sched_yield()
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try checkScenario(scenario, &seen)
      try checkRecording(recording)
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
    #expect(text.hasPrefix("{\"kind\":\"recording\"") && text.hasSuffix("}\n"))
    for line in text.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("leave a drawing that was being exported as it was before, or as it should be")
  func exporting() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let drawing = folder.appending(path: "t.svg").path
    var seen: Set<String> = []
    for index in 0..<Self.times / 2 {
      let process = Process()
      process.executableURL = Program.folder.appending(path: "retrylab")
      process.arguments = (0..<10).flatMap {
        ["-e", "seed \(10 * index + $0)\nop(fails: 90%).retry(5)\nexport \"\(drawing)\" over"]
      }
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      let wanted = seen.count + Self.number(index, below: 4)
      var extra = 1 + Self.number(index + 1000, below: 7)
      while process.isRunning, extra > 0 {
        checkDrawing(drawing, &seen)
        if seen.count >= wanted { extra -= 1 }
        sched_yield()
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      checkDrawing(drawing, &seen)
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

  @Test("leave the progress in a lesson as it was before, or as it should be")
  func progress() throws {
    let desk = try Desk()
    let sections = (1...40).map { "/// Part \($0)\n\($0)\n" }
    _ = try desk.write(sections.joined(separator: "\n"), to: "mine.retry")
    let place = desk.home.appending(path: ".local/state/retrylab/lessons.json")
    var seen: Set<String> = []
    for index in 0..<Self.times / 4 {
      let terminal = try desk.sitAtHome()
      terminal.type("lesson mine.retry\r" + String(repeating: "next\r", count: 39))
      let wanted = 1 + Self.number(index, below: 30)
      try terminal.wait(for: "section \(wanted)") { screen in
        try checkProgress(place, &seen)
        return screen.history.contains("\n\(wanted) of 40 ")
      }
      kill(terminal.process, SIGKILL)
      _ = try terminal.end()
      try checkProgress(place, &seen)
    }
    #expect(seen.count > 20, "\(seen.count)")
    let last = try desk.sitAtHome()
    try last.enter("lesson mine.retry")
    let folder = place.deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.sorted() == ["history.jsonl", "lessons.json"])
  }

  private func checkProgress(_ place: URL, _ seen: inout Set<String>) throws {
    guard let data = try? Data(contentsOf: place) else { return }
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let lessons = object?["lessons"] as? [String: Any]
    #expect(lessons?["mine"] != nil && data.last == UInt8(ascii: "\n"))
    seen.insert(String(decoding: data, as: UTF8.self))
  }

  @Test("leave a history in which every entry is whole, and none is lost that was there before")
  func history() throws {
    let desk = try Desk()
    var known = 0
    for index in 0..<Self.times {
      let terminal = try desk.sit(["--quiet", "--no-init"])
      for entry in 0..<20 { terminal.type("\"entry \(index) \(entry) äöü 😀\"\r") }
      let wanted = known + Self.number(index, below: 8)
      try terminal.wait(for: "\(wanted) entries") { _ in
        known = try checkHistory(desk, known)
        return known >= wanted
      }
      kill(terminal.process, SIGKILL)
      _ = try terminal.end()
      known = try checkHistory(desk, known)
    }
    #expect(known > 100, "\(known)")
  }

  /// Reads the history, in which each line that has an end is whole; returns how many there are.
  private func checkHistory(_ desk: Desk, _ known: Int) throws -> Int {
    guard let data = try? Data(contentsOf: desk.history) else { return known }
    let lines = data.split(separator: UInt8(ascii: "\n"))
    let whole = data.last == UInt8(ascii: "\n") ? lines[...] : lines.dropLast()
    for line in whole.suffix(40) {
      let entry = try JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)
      #expect((entry as? String)?.hasSuffix("äöü 😀\"") == true)
    }
    #expect(whole.count >= known)
    return whole.count
  }
}

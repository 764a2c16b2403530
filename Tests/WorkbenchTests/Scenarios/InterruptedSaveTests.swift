import Report
import RetryLanguage
import Testing

@testable import Workbench

/// A scenario and its recording are two files, between which a program can be killed.
@Suite("Interrupted saves")
struct InterruptedSaveTests {
  private static let saving = ".s.retrylab-saving"

  /// Saves, and over that another session, which is killed after some changes of files.
  private func files(after changes: Int) -> [String: String] {
    let first = Writer()
    first.type("let f = op(fails: 50%)", "f.retry(2)", "save s")
    let second = Writer()
    second.files = first.files
    second.changesLeft = changes
    second.type("op(latency: 7ms)", "save s over")
    return second.files
  }

  private func verdict(of files: [String: String]) -> Check? {
    guard let text = files["s.retry"] else { return nil }
    let kept = Recording.kept(beside: "s.retry", with: text) { path in
      files[path].map(FileContent.text) ?? .absent
    }
    #expect(kept.content != .absent)
    return Scenario(path: "s.retry", text: text, host: .test).check(recording: kept)
  }

  @Test(
    "leave a scenario that matches its recording, whenever they were interrupted", arguments: 0...4)
  func pairs(changes: Int) throws {
    let files = files(after: changes)
    let check = try #require(verdict(of: files))
    #expect(check.verdict == .passed, "\(check)")
    let isNew = files["s.retry"]?.contains("7ms") == true
    #expect(isNew == (changes >= 2))
    #expect((files[Self.saving] != nil) == (1...3).contains(changes))
  }

  @Test("leave the existing files if they were the first", arguments: 0...4)
  func first(changes: Int) {
    let writer = Writer()
    writer.changesLeft = changes
    writer.type("op()", "save s")
    #expect((writer.files["s.retry"] == nil) == (changes < 2))
    if changes >= 2 { #expect(verdict(of: writer.files)?.verdict == .passed) }
  }

  @Test("are reported if the scenario was changed since, with a correction")
  func changed() throws {
    var files = files(after: 2)
    files["s.retry"] = "op(latency: 8ms)\n"
    let check = try #require(verdict(of: files))
    #expect(check.verdict == .difference)
    #expect(
      check.message.hasSuffix(
        "\nits last save was interrupted; 'retrylab replay --update s.retry' records it again")
    )
    files[Self.saving] = nil
    #expect(verdict(of: files)?.message.contains("interrupted") == false)
  }

  @Test("leave a scenario that can be saved again, or changed in its comments", arguments: 0...4)
  func mended(changes: Int) throws {
    var old = files(after: 0)
    old["s.retry", default: ""] += "// a comment\n"
    #expect(verdict(of: old)?.verdict == .passed)
    let writer = Writer()
    writer.files = files(after: changes)
    writer.type("op(latency: 9ms)", "save s over")
    #expect(verdict(of: writer.files)?.verdict == .passed)
    #expect(writer.files.keys.sorted() == ["s.recording", "s.retry"])
  }

  @Test("leave a pair that matches if the next one is interrupted, too", arguments: 1...3, 0...5)
  func interruptedTwice(first: Int, second: Int) throws {
    let left = files(after: first)
    let host = ScriptHost(file: { left[$0] }, json: ScriptHost.test.json)
    let writer = Writer(host: host)
    writer.files = left
    writer.changesLeft = second
    writer.type("op(latency: 9ms)", "save s over")
    #expect(verdict(of: writer.files)?.verdict == .passed)
  }

  @Test("are reported at the prompt when the scenario is replayed")
  func replayed() throws {
    let files = files(after: 2)
    let reader = Writer(host: ScriptHost(file: { files[$0] }, json: ScriptHost.test.json))
    #expect(reader.type("replay s.retry") == ["s.retry: matches its recording"])
    var changed = files
    changed["s.retry"] = "op(latency: 8ms)\n"
    let found = changed
    let other = Writer(host: ScriptHost(file: { found[$0] }, json: ScriptHost.test.json))
    let said = try #require(other.type("replay s").last)
    #expect(said.contains("its last save was interrupted"))
  }

  @Test("an unreadable recording of an interrupted save is a failure")
  func unreadable() {
    let kept = Recording.kept(beside: "a/s.retry", with: "1") { path in
      path == "a/.s.retrylab-saving" ? .unreadable("why") : .absent
    }
    let check = Scenario(path: "a/s.retry", text: "1", host: .test).check(recording: kept)
    #expect(check.verdict == .unreadable && check.message.hasSuffix("cannot be read: why"))
  }

  @Test(
    "recordings up to the limit are written and read, and reported from a megabyte on",
    arguments: [
      (0, nil, nil), (1_000_000, nil, nil), (1_000_001, "is 1.0 MB long", nil),
      (256_000_000, "is 256.0 MB long", nil),
      (256_000_001, "is 256.0 MB long", "would be 256.0 MB, and the limit is 256.0 MB"),
      (256_900_000, "is 256.9 MB long", "would be 256.9 MB, and the limit is 256.0 MB"),
    ] as [(Int, String?, String?)])
  func lengths(bytes: Int, note: String?, refusal: String?) {
    let told = Recording.note(on: "s.recording", bytes: bytes)
    let refused = Recording.refusal(bytes: bytes)
    #expect((told == nil) == (note == nil) && (refused == nil) == (refusal == nil))
    #expect(told?.contains(note ?? "") != false && refused?.contains(refusal ?? "") != false)
  }
}

import Foundation
import Glibc
import Testing

/// A recording, or another file that is there, is never passed over because it cannot be read.
@Suite("Files that exist but cannot be read")
struct UnreadableFileTests {
  /// An unreadable file and the message about it.
  ///
  /// Root can read files without read permission.
  struct Thing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let put: @Sendable (String) -> Bool
  }

  static let things = [
    Thing(testDescription: "a folder", reason: "it is a folder") { mkdir($0, 0o700) == 0 },
    Thing(testDescription: "a pipe", reason: "it is not a regular file") { mkfifo($0, 0o600) == 0 },
    Thing(testDescription: "a link to a device", reason: "it is not a regular file") {
      symlink("/dev/zero", $0) == 0
    },
    Thing(testDescription: "a link to nothing", reason: "it is a broken link") {
      symlink("\($0).none", $0) == 0
    },
    Thing(testDescription: "a link to itself", reason: "Too many levels of symbolic links") {
      symlink($0, $0) == 0
    },
    Thing(testDescription: "a file as long as a disk", reason: "it is longer than 256 MB") {
      close(creat($0, 0o600)) == 0 && truncate($0, 1 << 40) == 0
    },
  ]

  @Test("fail a test, a replay and a record if they are recordings", arguments: things)
  func recordings(thing: Thing) throws {
    let user = try TerminalUser()
    let path = try user.write("op()\n", to: "s.retry")
    #expect(thing.put(user.home.appending(path: "s.recording").path))
    for arguments in [["test", user.home.path], ["test", path], ["replay", path]] {
      let run = try Program.run(arguments)
      #expect(run.code == 1, "\(arguments)")
      #expect(run.output.contains("s.recording' cannot be read: \(thing.reason)"), "\(run)")
    }
    let update = try Program.run(["replay", "--update", path])
    #expect(update.code == 66 && update.output == "", "\(update)")
    #expect(update.errors.contains("s.recording' cannot be read: \(thing.reason)"), "\(update)")
  }

  @Test("fail a test if they are scenarios or folders of scenarios")
  func scenarios() throws {
    let user = try TerminalUser()
    let path = user.home.appending(path: "s.retry").path
    #expect(mkfifo(path, 0o600) == 0)
    let pipe = try Program.run(["test", path])
    #expect(pipe.code == 1 && pipe.output.contains("cannot be read: it is not a regular file"))
    // Root looks into any folder, but into no file.
    let none = try Program.run(["test", "/dev/null/x"])
    #expect(none.code == 66 && none.errors.hasSuffix("cannot be read: Not a directory\n"))
  }

  @Test("are reported where texts refer to them", arguments: things.dropLast())
  func texts(thing: Thing) throws {
    let user = try TerminalUser()
    #expect(thing.put(user.home.appending(path: "x.csv").path))
    let samples = try user.write("op(latency: samples(\"x.csv\"))\n", to: "samples.retry")
    let load = try user.write("load x.csv\n", to: "load.retry")
    let wanted = thing.reason.replacing("Too many levels of symbolic links", with: "Too many")
    for path in [samples, load] {
      let run = try Program.run([path])
      #expect(run.code == 65, "\(run)")
      let told = run.errors.replacing("\n", with: " ")
      // The target of a link matters more than its contents.
      let isElsewhere = thing.testDescription == "a link to a device"
      let isFolder = path == load && thing.testDescription == "a folder"
      let words =
        isElsewhere
        ? "it is outside this folder" : isFolder ? "no readable file 'x.csv'" : wanted
      #expect(told.contains(words), "\(run.errors)")
    }
  }

  @Test("are reported at the prompt, which continues", arguments: things.dropLast())
  func atThePrompt(thing: Thing) throws {
    let user = try TerminalUser()
    let names = [
      ".config/retrylab/init.retry", ".local/state/retrylab/history.jsonl",
      ".local/state/retrylab/lessons.json",
    ]
    for name in names {
      // The folder comes with a file in it.
      #expect(unlink(try user.write("", to: name)) == 0)
      #expect(thing.put(user.home.appending(path: name).path))
    }
    _ = try user.write("/// A\n1\n\n/// B\n2\n", to: "mine.retry")
    let terminal = try user.sitAtHome()
    let screen = terminal.emulator
    let reason = thing.reason == "it is a folder" ? "" : thing.reason
    #expect(screen.shows("warning: the init file '"), "\(screen.text)")
    #expect(screen.shows("init.retry' cannot be read: \(reason)"), "\(screen.text)")
    #expect(screen.shows("warning: cannot read the history"), "\(screen.text)")
    #expect(screen.shows("history.jsonl': \(reason)"), "\(screen.text)")
    let lesson = try terminal.enter("lesson mine.retry")
    let told = "your progress cannot be read: \(reason)"
    let isTold = terminal.emulator.shows(told)
    #expect(isTold, "\(lesson)")
  }

  @Test("because of their permissions are reported if the system enforces those")
  func modes() throws {
    let user = try TerminalUser()
    let path = try user.write("op()\n", to: "s.retry")
    let recording = try user.write("retrylab recording\n", to: "s.recording")
    #expect(chmod(recording, 0) == 0)
    let run = try Program.run(["test", path])
    #expect(run.code == 1)
    let reason = access(recording, R_OK) == 0 ? "is not a recording" : "cannot be read: Permission"
    #expect(run.output.contains("s.recording' \(reason)"), "\(run)")
  }

  @Test("recordings of many megabytes are read, and reported when written")
  func long() throws {
    let user = try TerminalUser()
    let path = try user.write("op()\n", to: "s.retry")
    let line = String(repeating: "x", count: 17_000_000)
    _ = try user.write("not a recording\n\(line)\n", to: "s.recording")
    let test = try Program.run(["test", path])
    #expect(test.code == 1 && test.output.contains("s.recording' is not a recording"))
    let events = try user.write("op(fails: 100%).retry(12_000)\n", to: "l.retry")
    let update = try Program.run(["replay", "--update", events])
    #expect(update.code == 0 && update.output.hasPrefix("recorded "))
    #expect(
      update.errors.hasPrefix("note: '\(events.dropLast(6)).recording' is "), "\(update.errors)")
    #expect(try Program.run(["replay", events]).code == 0)
    let saving = ["op(fails: 100%).retry(12_000)", "save \"\(user.home.path)/saved\""]
    let saved = try Program.run(saving.flatMap { ["-e", $0] })
    let told = saved.output.replacing("\n", with: "")
    let isTold = told.contains("note: '\(user.home.path)/saved.recording' is 1.")
    #expect(isTold, "\(told.suffix(400))")
  }
}

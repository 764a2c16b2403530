import RetryLanguage
import Testing
import Workbench

/// What a session rests on besides its text: folders, a person, lessons, other files.
@Suite("The context of a saved session")
struct SavedSurroundingsTests {
  /// A folder with a file of latencies in a folder below it, and a scenario that reads it.
  private static let host = ScriptHost(
    file: { path in
      switch path {
      case "latencies.csv", "sub/fast.csv": "10ms\n"
      case "sub/s.retry": "let f = op(latency: samples(\"fast.csv\"))\nf\n"
      case "sub/up.retry": "op(latency: samples(\"../latencies.csv\"))\n"
      case "sub/outer.retry": "load s.retry\n"
      default: nil
      }
    }, json: ScriptHost.test.json)

  @Test("files are read beside the scenario that names them, wherever it is loaded from")
  func folders() {
    let writer = Writer(host: Self.host)
    for path in ["sub/s.retry", "sub/outer.retry"] {
      #expect(writer.type("load \(path)").last?.contains("success in 10ms") == true, "\(path)")
    }
    let lesson = writer.type("lesson sub/s.retry")
    #expect(lesson.contains { $0.contains("success in 10ms") }, "\(lesson)")
    #expect(writer.type("load sub/up.retry").last?.contains("cannot read samples") == true)
    // It is over with the file.
    #expect(writer.type("op(latency: samples(\"latencies.csv\"))").last?.contains("10ms") == true)
  }

  @Test("a session is saved only where it finds its files, and missing ones are reported")
  func samples() throws {
    let writer = Writer(host: Self.host)
    writer.type("load sub/s.retry")
    #expect(writer.type("save here").last?.contains("samples from 'fast.csv'") == true)
    #expect(writer.files.isEmpty)
    #expect(writer.type("save sub/there").last?.hasPrefix("saved sub/there.retry") == true)
    let text = try #require(writer.files["sub/there.retry"])
    #expect(text == "seed 42\nlet f = op(latency: samples(\"fast.csv\"))\nf\n")
    let other = Writer(host: Self.host)
    other.type("op(latency: samples(\"latencies.csv\"))")
    #expect(other.type("save sub/not").last?.contains("samples from 'latencies.csv'") == true)
  }

  @Test(
    "a call that the user cancelled or left is noted, because a scenario has no user",
    arguments: [true, false, nil])
  func person(answer: Bool?) throws {
    let retries = answer == true
    let writer = Writer(isJSON: true, asking: { _ in answer })
    writer.type("op(script: [.timeout, ok]).ask(after: 0, every: 0s)")
    let objects = writer.said
    let said = writer.type("save s").joined()
    #expect(said.contains("1 call ended as you said, but in a scenario nobody") == !retries)
    let text = try #require(writer.files["s.retry"])
    let scenario = Scenario(path: "s.retry", text: text, host: .test)
    #expect((scenario.printed(.json) == objects) == retries)
  }

  @Test("nothing changes if only the name of the recording is taken")
  func half() {
    let writer = Writer()
    writer.files["s.recording"] = "mine"
    #expect(writer.type("op()", "save s").last?.contains("'s.recording' already exists") == true)
    #expect(writer.files == ["s.recording": "mine"])
  }

  @Test(
    "a saved session does not depend on which commands produced the results",
    arguments: [
      "hunt op(fails: 30%).retry(3) where attempts == 3\n_1.attempts\nwhy _1",
      "let f = op(fails: 60%)\nplay f.retry(4) speed 1000 call 3\nwhy _1 against f.retry(2)",
      "find op(fails: 50%).retry(2) where attempts == 2 first 3\ncompare op(), op().retry(2) calls 20",
      "op(fails: 50%)\nset seed 7\nop(fails: 50%)\nseed 8\nop(fails: 50%)",
      "sweep n in 1...3 { op(fails: 40%).retry(n) } calls 20\nexplain op().retry(3)\n_1",
      "stats op(fails: 20%).retry(2) calls 50\ncompare _1, _1 calls 50\nexpect success >= 10%",
    ])
  func commands(typed: String) throws {
    let writer = Writer(isJSON: true)
    for line in typed.split(separator: "\n") { writer.type(String(line)) }
    let objects = writer.said
    #expect(!objects.contains { $0.contains("\"kind\":\"error\"") }, "\(objects)")
    let said = writer.type("save s")
    let text = try #require(writer.files["s.retry"], "\(said)")
    let scenario = Scenario(path: "s.retry", text: text, host: .test)
    #expect(scenario.perform().isWhole && scenario.printed(.json) == objects, "\(text)")
  }

  @Test("the settings that a lesson changed and restored are known")
  func lesson() throws {
    let lesson = "/// A\nlet f = op(fails: 50%)\nf\n\n/// B\nseed 9\nlet f = op()\nf\n\n/// C\nf\n"
    let student = Student(Student.Memory([("01.retry", lesson)]), isSaving: true)
    for line in ["seed 7", "lesson 1", "next", "back", "f", "next", "next", "op(fails: 50%)"] {
      student.type(line)
    }
    let shown = student.results
    student.type("save s")
    let text = try #require(student.memory.file("s.retry"))
    let scenario = Scenario(path: "s.retry", text: text, host: .test)
    let runs = scenario.printed(.text).filter { $0.contains(" call 0") }
    #expect(shown.count == 7 && runs == shown, "\(shown) \(text)")
  }
}

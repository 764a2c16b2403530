import Synchronization
import Testing

@testable import Workbench

@Suite("Requests to a server")
struct StoppingTests {
  private static let ask = "op(script: [.timeout, ok]).ask(after: 0, every: 0s)"
  private static let asking = #"{"id": 1, "do": "run", "text": "\#(ask)"}"#
  private static let endless =
    #"{"id": "long", "do": "run", "text": "stats op(fails: 50%).retry(3) calls 1_000_000_000"}"#
  private static let stop = #"{"id": "stop", "do": "stop"}"#
  private static let right = #"{"id": "right", "do": "run", "text": "just(1)"}"#

  @Test("are stopped by a later request, even before they start; still later ones run")
  func stop() throws {
    let check = #"{"id": "check", "do": "check", "text": "just(1)"}"#
    let served = try Served(
      [Self.endless, check, Self.stop, Self.right, Self.endless, Self.stop], heardAtOnce: true)
    #expect(
      served.story.filter { $0.hasPrefix("done") } == [
        "done stop ready", "done stop ready", "done long stopped", "done check stopped",
        "done right stopped", "done long stopped",
      ])
    let once = try Served([Self.endless, Self.stop, Self.right], heardAtOnce: true)
    #expect(
      once.story.filter { $0.hasPrefix("done") }
        == ["done stop ready", "done long stopped", "done right ready"])
    #expect(once.story.contains("run right"))
  }

  @Test("are stopped by their ids, whether they run or wait, while others are answered")
  func stopOne() throws {
    let stopLong = #"{"id": "stop", "do": "stop", "of": "long"}"#
    let served = try Served([Self.right, Self.endless, stopLong, Self.right], heardAtOnce: true)
    #expect(
      served.story.filter { $0.hasPrefix("done") }
        == ["done stop ready", "done right ready", "done long stopped", "done right ready"])
    let other = try Served([
      Self.asking, #"{"id": "stop", "do": "stop", "of": 7}"#, Self.right,
      #"{"id": "stop", "do": "stop", "of": 1}"#,
    ])
    #expect(
      other.story == [
        "question 1", "done stop ready", "refusal right", "done right wrong", "done stop ready",
        "run 1", "done 1 stopped",
      ])
  }

  @Test(
    "tell how far they are a hundred times, or as often as it is due", arguments: [false, true])
  func progress(isDue: Bool) {
    let told = Mutex<[String]>([])
    let connection = Connection(
      read: { nil }, write: { line in told.withLock { $0.append(line) } },
      isDue: { isDue })
    for step in 1...1000 { connection.send(progress: Double(step) / 1000) }
    #expect((isDue ? 999...999 : 90...99).contains(told.withLock { $0.count }))
  }

  @Test("are refused while 64 MB wait, but stops are not")
  func waiting() throws {
    let long = String(repeating: " ", count: 8 << 20)
    let checks = (0..<9).map { #"{"id": \#($0), "do": "check", "text": "1\#(long)"}"# }
    let served = try Served(checks + [Self.stop], heardAtOnce: true)
    #expect(served.story.prefix(3) == ["refusal 8", "done 8 wrong", "done stop ready"])
    #expect(served.all("message").first as? String == "64 MB of requests wait already")
    #expect(served.story.contains("done 7 stopped"))
  }

  @Test("need not run to be stopped", arguments: [false, true])
  func idle(isHeardAtOnce: Bool) throws {
    let served = try Served([Self.stop, Self.stop, Self.right], heardAtOnce: isHeardAtOnce)
    #expect(
      served.story == ["done stop ready", "done stop ready", "run right", "done right ready"])
  }

  @Test("may ask a question, and wait for its answer, whatever else arrives")
  func question() throws {
    let served = try Served([
      Self.asking, Self.right, #"{"id": 2, "do": "quit"}"#, "garbage",
      #"{"id": 3, "do": "answer"}"#, #"{"id": 4, "do": "answer", "text": "retry"}"#,
      #"{"id": 5, "do": "answer", "text": "retry"}"#, Self.right,
    ])
    #expect(
      served.story == [
        "question 1", "refusal right", "done right wrong", "refusal 2", "done 2 wrong",
        "refusal null", "done null wrong", "refusal 3", "done 3 wrong", "run 1", "done 1 ready",
        "refusal 5", "done 5 wrong", "run right", "done right ready",
      ])
    let run = try #require(served.lines.first { $0["kind"] as? String == "run" })
    #expect(run["outcome"] as? String == "success" && run["attempts"] as? Int == 2)
    #expect(served.all("message").contains { $0 as? String == "nothing waits for this" })
  }

  @Test("interpret an unknown answer as cancel", arguments: ["cancel", "", "RETRY"])
  func cancel(answer: String) throws {
    let served = try Served([Self.asking, #"{"id": 2, "do": "answer", "text": "\#(answer)"}"#])
    #expect(served.story == ["question 1", "run 1", "done 1 ready"])
    #expect(served.all("outcome") as? [String] == ["failure"])
  }

  @Test(
    "are stopped during a question, and with it the rest of their text", arguments: [false, true])
  func stopInQuestion(isHeardAtOnce: Bool) throws {
    let both = Self.asking.replacing(Self.ask, with: "\(Self.ask)\\n\(Self.ask)")
    let served = try Served([both, Self.stop, Self.right], heardAtOnce: isHeardAtOnce)
    let ends = served.story.filter { $0.hasPrefix("done") }
    #expect(ends == ["done stop ready", "done 1 stopped", "done right ready"])
    #expect(served.story.count { $0.hasPrefix("question") } <= 1)
  }

  @Test("end with the input, even during a question")
  func end() throws {
    let both = Self.asking.replacing(Self.ask, with: "\(Self.ask)\\n\(Self.ask)")
    for requests in [[Self.asking], [both], [Self.asking, "garbage"]] {
      let served = try Served(requests)
      #expect(served.all("kind").first as? String == "question")
      #expect(served.story.last == "done 1 ready" || served.story.last == "done 1 stopped")
      #expect((served.all("outcome") as? [String])?.allSatisfy { $0 == "stopped" } == true)
    }
  }
}

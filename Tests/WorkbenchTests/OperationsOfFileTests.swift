import Retry
import RetryLanguage
import Simulation
import Testing

@testable import Workbench

@Suite("The operations of a file")
struct OperationsOfFileTests {
  private static func session(_ listener: @escaping (Output) -> Void = { _ in }) -> Session {
    let host = ScriptHost(file: { path in
      path == "model.retry" ? "let shared = op(fails: 5%)" : nil
    })
    return Session.printing(.text, host: host, output: listener)
  }

  @Test("are those that it defines or loads; the rest of it does not run")
  func found() throws {
    var shown: [Output] = []
    var session = Self.session { shown.append($0) }
    let text = """
      /// A note.
      load model.retry
      let half = 50%
      let fetch = op(fails: half)
      stats fetch calls 1e15; let pay = fetch.retry(
        3)
      expect success > 100%
      pay
      """
    let file = session.listenedFile(text, name: "api.retry")
    let found = try #require(file)
    #expect(found.operations.map(\.name) == ["shared", "fetch"])
    #expect(found.operations.allSatisfy { !$0.source.asksServers })
    #expect(found.clients.map(\.name) == ["pay"] && found.clients[0].operation == "fetch")
    #expect(shown.count == 4, "\(shown)")
    #expect(found.source(of: found.clients[0], at: "shared")?.subject == "fetch")
    let policy = try session.client("policy(attempts: 3)").get()
    let source = try #require(found.source(of: policy, at: "shared"))
    #expect(source.subject == "shared" && source.ownPolicy?.strategy.policy.rules.mostAttempts == 3)
    #expect(found.source(of: policy, at: "none") == nil)
  }

  @Test("keep the places of mistakes in what defines them")
  func mistakes() {
    var told: [String] = []
    var session = Self.session { if case .mistake(let text) = $0 { told.append(text) } }
    let operations = session.listenedFile("stats op()\nlet a = opp()", name: "api.retry")?
      .operations
    #expect(operations == nil)
    #expect(told.joined().contains("api.retry:2:9: error:"))
  }

  @Test("ask a server if any part of them does")
  func servers() throws {
    var session = Self.session()
    let text = "let a = op(on: server(service: 1ms)).timeout(1s)\nlet b = op()"
    let operations = session.listenedFile(text, name: "api.retry")?.operations
    let found = try #require(operations)
    #expect(found.map(\.source.asksServers) == [true, false])
  }
}

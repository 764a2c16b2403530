package import Conformance
import RetryLanguage
package import Simulation

/// What a file has for real clients: the operations that answer them, and what the clients are to do.
package struct ListenedFile: Sendable {
  package internal(set) var operations: [(name: String, source: Source)] = []
  package internal(set) var clients: [PlannedClient] = []
}

extension ListenedFile {
  /// The calls of an operation as a client is to make them.
  package func source(of client: PlannedClient, at operation: String) -> Source? {
    client.source
      ?? operations.first { $0.name == operation }.map { $0.source.retry(client.plan.strategy) }
  }
}

/// A policy, or an operation with a policy, that a real client is to follow.
package struct PlannedClient: Sendable {
  package let name: String
  /// What was written for it.
  package let text: String
  package let plan: ClientPlan
  /// The operation with the policy; `nil` if it is a policy alone.
  let source: Source?
  /// The operation that it calls; any, if it is a policy alone.
  package let operation: String?
}

extension Session {
  /// Runs what defines names in the text of a file, also in what it loads, and returns what there is for real clients.
  ///
  /// Its other statements do nothing. A mistake is an event, and returns `nil`.
  package mutating func listenedFile(_ text: String, name: String) -> ListenedFile? {
    let source = SourceText(text, name: name)
    let reading = Parser.read(source, commands: shapes)
    guard run(source.text(of: reading) { $1.defines }, name: name) == .ready else { return nil }
    let definitions = workspace.environment.definitions
    var file = ListenedFile()
    for name in definitions.names {
      guard let definition = definitions[name] else { continue }
      if let client = PlannedClient(name, definition) {
        file.clients.append(client)
      } else if case .source(let source) = definition.item {
        file.operations.append((name, source))
      }
    }
    return file
  }

  /// Returns the client that an expression makes, such as the name of a policy or `preset("polly")`.
  package func client(_ text: String) -> Result<PlannedClient, NoClient> {
    switch workspace.environment.definition(of: text) {
    case .failure(let misread): return .failure(NoClient(reason: misread.message))
    case .success(let definition):
      if let client = PlannedClient(text, definition) { return .success(client) }
      return .failure(
        NoClient(reason: "\(text) is neither a policy nor an operation with retries"))
    }
  }
}

/// Why an expression makes no client.
package struct NoClient: Error {
  package let reason: String
}

extension PlannedClient {
  fileprivate init?(_ name: String, _ definition: Definition) {
    switch definition.item {
    case .policy(let strategy):
      self.init(
        name: name, text: definition.text, plan: ClientPlan(strategy), source: nil, operation: nil)
    case .source(let source) where source.ownPolicy != nil:
      self.init(
        name: name, text: definition.text, plan: ClientPlan(of: source), source: source,
        operation: source.subject)
    default: return nil
    }
  }
}

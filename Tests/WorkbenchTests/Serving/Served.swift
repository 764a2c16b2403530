import Foundation
import RetryLanguage
import Synchronization
import Testing
import Workbench

/// Lines that a server answered, as a program at the other end reads them.
struct Served {
  /// The lines as objects, in their order.
  let lines: [[String: Any]]

  /// Runs a server on some lines; those heard at once arrive before the first one is processed.
  init(
    _ requests: [String], heardAtOnce: Bool = false, client: ProtocolServer.Client = .program
  ) throws {
    let left = Mutex(requests[...])
    let heard = Mutex<[String]>([])
    let connection = Connection(
      read: { left.withLock { $0.popFirst() } }
    ) { line in
      heard.withLock { $0.append(line) }
    }
    if heardAtOnce { for request in requests { connection.hear(request) } }
    var server = ProtocolServer(connection, host: .test, client: client)
    server.run()
    lines = try heard.withLock { $0 }.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// What each line is, which request it answers, and how that ended, such as `done 1 ready`.
  var story: [String] {
    lines.map { line in
      let words = [line["kind"], line["id"], line["status"]].compactMap(\.self)
      return words.map { $0 is NSNull ? "null" : "\($0)" }.joined(separator: " ")
    }
  }

  /// What lines have under a key, of those that have it.
  func all(_ key: String) -> [Any] { lines.compactMap { $0[key] } }
}

import RetryLanguage
import RetryNumerics
import Simulation
import Synchronization

/// Records the files that a text reads.
final class FilesRead: Sendable {
  private let known = Mutex<[String: String]>([:])

  var files: [String: String] { known.withLock { $0 } }

  /// Returns the same host, of whose files this keeps those that were there.
  func watching(_ host: ScriptHost) -> ScriptHost {
    var watched = host
    watched.file = { path in
      let content = host.file(path)
      if let text = content.text { self.known.withLock { $0[path] = text } }
      return content
    }
    watched.requests = { log, path in
      let requests = host.requests(log, path)
      if let text = host.text(ofLog: log) { self.known.withLock { $0[log] = text } }
      return requests
    }
    return watched
  }
}

extension ScriptHost {
  /// Returns the text of a file; for a log that is longer than any text, its number of requests and a digest of them.
  func text(ofLog path: String) -> String? {
    if let text = file(path).text { return text }
    guard case .requests(let entries, _, _) = requests(path, nil) else { return nil }
    var digest = Digest()
    for entry in entries {
      digest.add("\(entry.time.count) \(entry.latency.count) \(entry.fault ?? -1)")
    }
    return "\(entries.count) requests, \(digest.text)"
  }
}

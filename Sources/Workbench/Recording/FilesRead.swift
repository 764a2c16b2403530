import RetryLanguage
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
    return watched
  }
}

package import Simulation

/// Access to files and services outside the language.
package struct ScriptHost: Sendable {
  /// Returns the contents of a file, relative to the file that names it.
  package var file: @Sendable (String) -> FileContent
  /// Returns the contents of a recording, which may be longer than other files.
  package var recording: @Sendable (String) -> FileContent
  /// Fits an operation with a name to the measurements in a file.
  package var measurements: @Sendable (_ path: String, _ name: String) -> MeasuredContent = {
    _, _ in .unreadable("measurements are read by the program, not here")
  }
  /// Returns the requests of a log, or those with a path.
  package var requests: @Sendable (_ file: String, _ path: String?) -> LoggedContent = {
    _, _ in .unreadable("logs are read by the program, not here")
  }
  /// Returns the paths with a prefix; folders end with a slash.
  package var paths: @Sendable (String) -> [String] = { _ in [] }
  /// Returns whether the user has interrupted reading.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Returns the payload of a JSON text, or `nil` if it is invalid.
  package var json: @Sendable (String) -> Value?

  /// Creates a host from closures; by default it has no files.
  package init(
    file: @escaping @Sendable (String) -> String? = { _ in nil },
    json: @escaping @Sendable (String) -> Value? = { _ in nil }
  ) {
    self.file = { file($0).map(FileContent.text) ?? .absent }
    recording = self.file
    self.json = json
  }

  /// Returns the host for a file, which has access only to the folder of the file and below.
  package func beside(_ path: String) -> ScriptHost {
    guard let end = path.lastIndex(of: "/") else { return self }
    let folder = String(path[...end])
    var host = self
    host.file = { Self.isBelow($0) ? file(folder + $0) : .outside }
    host.recording = { Self.isBelow($0) ? recording(folder + $0) : .outside }
    host.measurements = {
      Self.isBelow($0)
        ? measurements(folder + $0, $1) : .unreadable(FileContent.outside.reason ?? "")
    }
    host.requests = {
      Self.isBelow($0)
        ? requests(folder + $0, $1) : .unreadable(FileContent.outside.reason ?? "")
    }
    host.paths = { text in
      Self.isBelow(text) ? paths(folder + text).map { String($0.dropFirst(folder.count)) } : []
    }
    return host
  }

  /// Returns whether a path as written stays inside its folder.
  package static func isBelow(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }
}

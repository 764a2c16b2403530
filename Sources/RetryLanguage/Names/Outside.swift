package import Simulation

/// What texts reach for outside of the language.
package struct Outside: Sendable {
  /// Returns what a file holds that lies beside the one that names it.
  package var file: @Sendable (String) -> FileContent
  /// Returns what a recording holds, which may be longer than other files.
  package var recording: @Sendable (String) -> FileContent
  /// Returns the paths that begin with a text, folders with a slash behind them.
  package var paths: @Sendable (String) -> [String] = { _ in [] }
  /// Tells whether the person wants what is read to be left.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Returns the payload that a text in JSON stands for, or nothing where it is wrong.
  package var json: @Sendable (String) -> Value?

  /// Creates an outside in which, unless told otherwise, nothing is found; files are what there is a text of.
  package init(
    file: @escaping @Sendable (String) -> String? = { _ in nil },
    json: @escaping @Sendable (String) -> Value? = { _ in nil }
  ) {
    self.file = { file($0).map(FileContent.text) ?? .absent }
    recording = self.file
    self.json = json
  }

  /// Returns what a file may reach for: what lies in its own folder, or below it.
  package func beside(_ path: String) -> Outside {
    guard let end = path.lastIndex(of: "/") else { return self }
    let folder = String(path[...end])
    var outside = self
    outside.file = { isBelow($0) ? file(folder + $0) : .outside }
    outside.recording = { isBelow($0) ? recording(folder + $0) : .outside }
    outside.paths = { text in
      isBelow(text) ? paths(folder + text).map { String($0.dropFirst(folder.count)) } : []
    }
    return outside
  }
}

/// Tells whether a path stays in the folder that it begins in, as far as its words tell.
private func isBelow(_ path: String) -> Bool {
  !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
}

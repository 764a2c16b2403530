import Glibc

/// Folders that only their owner may look into.
package enum OwnFolder {
  /// Makes the folders of a file where they are missing.
  package static func make(for path: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if access(folder, F_OK) != 0 { mkdir(folder, 0o700) }
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Folders that only their owner may read.
package enum OwnFolder {
  /// Creates the missing folders of a file.
  package static func make(for path: String) throws(FileError) {
    try FileError.checkName(path)
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if access(folder, F_OK) == 0 { continue }
      do throws(FileError) {
        try FileError.check { mkdir(folder, 0o700) }
      } catch {
        // Another program may have been faster.
        if error != .system(EEXIST) { throw error }
      }
    }
  }
}

#if canImport(Darwin)
  package import Darwin
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Android)
  package import Android
#else
  package import Glibc
#endif

/// Writes files atomically: the old file stays until the new one is complete.
package enum WholeFile {
  package enum Outcome: Hashable {
    case written
    /// The file exists and must not be replaced.
    case exists
    case failed(FileError)

    package var reason: String? {
      if case .failed(let error) = self { error.description } else { nil }
    }
  }

  /// Writes bytes to a temporary file and then renames it to the target.
  ///
  /// Without a mode it keeps the permissions of the old file, or gets the default ones. Files other
  /// than regular ones, such as devices and pipes, are written to, not replaced.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: String, mode: mode_t? = nil, mayReplace: Bool
  ) -> Outcome {
    do throws(FileError) {
      try FileError.checkName(path)
      let path = target(of: path)
      if !mayReplace, access(path, F_OK) == 0 { return .exists }
      let present = try modeOfFile(path)
      if let present, present & S_IFMT != S_IFREG {
        try writeThrough(bytes, to: path)
      } else {
        let mode = mode ?? present.map { $0 & 0o7777 }
        try replace(path, with: bytes, mode: mode, mayReplace: mayReplace)
      }
      return .written
    } catch {
      // This is the link that must not replace a file: another program created one meanwhile.
      return error == .system(EEXIST) ? .exists : .failed(error)
    }
  }

  /// Returns the type and permissions of a file, or `nil` if it does not exist.
  private static func modeOfFile(_ path: String) throws(FileError) -> mode_t? {
    var status = stat()
    do throws(FileError) {
      try FileError.check { stat(path, &status) }
      return status.st_mode
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  private static func writeThrough(
    _ bytes: some Collection<UInt8>, to path: String
  ) throws(FileError) {
    // Otherwise a pipe without a reader would block.
    let descriptor = try FileError.check {
      open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    defer { close(descriptor) }
    try Descriptor.writeAll(bytes, to: descriptor)
  }

  private static func replace(
    _ path: String, with bytes: some Collection<UInt8>, mode: mode_t?, mayReplace: Bool
  ) throws(FileError) {
    let part = try PartFile(in: folder(of: path), mode: mode ?? 0o666)
    defer { close(part.descriptor) }
    do throws(FileError) {
      // The system removed the permissions of the umask when it created the file.
      if let mode { try allow(mode, on: part.descriptor) }
      try Descriptor.writeAll(bytes, to: part.descriptor)
      // Otherwise the new name could reach the disk before the content.
      try FileError.check { fsync(part.descriptor) }
      // Unlike a rename, a link never replaces a file that was created meanwhile.
      try FileError.check { mayReplace ? rename(part.path, path) : link(part.path, path) }
    } catch {
      unlink(part.path)
      throw error
    }
    // A link leaves the temporary name behind.
    if !mayReplace { unlink(part.path) }
    syncFolder(of: path)
  }

  /// Sets the permissions of a file if they differ; not every file system can.
  private static func allow(_ mode: mode_t, on descriptor: Int32) throws(FileError) {
    var status = stat()
    try FileError.check { fstat(descriptor, &status) }
    guard status.st_mode & 0o7777 != mode else { return }
    try FileError.check { fchmod(descriptor, mode) }
  }

  /// The target of a link, so that the link is not replaced by a file; it may not exist yet.
  private static func target(of path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    // What is left does not exist, or is a link to something that does not exist yet.
    var path = path
    // As many links as systems follow.
    for _ in 0..<40 {
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &name, name.count)
      guard count > 0, count < name.count else { break }
      let linked = String(decoding: name[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = linked.hasPrefix("/") ? linked : folder(of: path) + linked
    }
    return path
  }

  /// The folder of a file with a final slash, or nothing for the current one.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// Flushes the folder to disk if possible.
  private static func syncFolder(of path: String) {
    let folder = folder(of: path)
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

// MARK: - What can be told before there is anything to write

extension WholeFile {
  /// Returns why a file cannot be written, if that shows without writing it.
  package static func obstacle(to path: String) -> FileError? {
    do throws(FileError) {
      try FileError.checkName(path)
      let path = target(of: path)
      let kind = try modeOfFile(path).map { $0 & S_IFMT }
      if kind == S_IFDIR { return .system(EISDIR) }
      return kind == nil || kind == S_IFREG ? obstacle(inFolder: folder(of: path)) : nil
    } catch {
      return error
    }
  }

  /// Returns why no file can be written in a folder, if that shows without writing one.
  package static func obstacle(inFolder path: String) -> FileError? {
    do throws(FileError) {
      try FileError.checkName(path)
      let path = path.isEmpty ? "." : path
      var status = stat()
      try FileError.check { stat(path, &status) }
      guard status.st_mode & S_IFMT == S_IFDIR else { return .system(ENOTDIR) }
      try FileError.check { access(path, W_OK | X_OK) }
      return nil
    } catch {
      return error
    }
  }
}

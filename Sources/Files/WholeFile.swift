package import Glibc

/// Writes files whole or not at all: what stood under a name before stays there until all of the new file does.
package enum WholeFile {
  /// What became of a file.
  package enum Outcome: Hashable {
    case written
    /// There is a file of this name, which was not to be replaced.
    case exists
    case failed(FileTrouble)

    /// What went wrong, in words.
    package var reason: String? {
      if case .failed(let trouble) = self { trouble.description } else { nil }
    }
  }

  /// Writes bytes into a file beside the one that is meant, and then gives that its name.
  ///
  /// Without a mode it may be read and written as the file before, or as files usually may. What is no
  /// plain file, such as a device or a pipe, is never replaced: the bytes go where it leads.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: String, mode: mode_t? = nil, mayReplace: Bool
  ) -> Outcome {
    do throws(FileTrouble) {
      try FileTrouble.checkName(path)
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
      return error == .system(EEXIST) ? .exists : .failed(error)
    }
  }

  /// Returns the kind of a file and who may read and write it; nothing where it is not there.
  private static func modeOfFile(_ path: String) throws(FileTrouble) -> mode_t? {
    var status = stat()
    do throws(FileTrouble) {
      try FileTrouble.check { stat(path, &status) }
      return status.st_mode
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  private static func writeThrough(
    _ bytes: some Collection<UInt8>, to path: String
  ) throws(FileTrouble) {
    // A pipe that nobody reads from would otherwise be waited for.
    let descriptor = try FileTrouble.check {
      open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    defer { close(descriptor) }
    try Descriptor.writeAll(bytes, to: descriptor)
  }

  private static func replace(
    _ path: String, with bytes: some Collection<UInt8>, mode: mode_t?, mayReplace: Bool
  ) throws(FileTrouble) {
    let part = try PartFile(in: folder(of: path), mode: mode ?? 0o666)
    defer { close(part.descriptor) }
    do throws(FileTrouble) {
      if let mode { try allow(mode, on: part.descriptor) }
      try Descriptor.writeAll(bytes, to: part.descriptor)
      try FileTrouble.check { fsync(part.descriptor) }
      // A link, unlike a new name, never takes the place of a file that came meanwhile.
      try FileTrouble.check { mayReplace ? rename(part.path, path) : link(part.path, path) }
    } catch {
      unlink(part.path)
      throw error
    }
    if !mayReplace { unlink(part.path) }
    syncFolder(of: path)
  }

  /// Sets who may read and write a file, unless it is so: not every disk can.
  private static func allow(_ mode: mode_t, on descriptor: Int32) throws(FileTrouble) {
    var status = stat()
    try FileTrouble.check { fstat(descriptor, &status) }
    guard status.st_mode & 0o7777 != mode else { return }
    try FileTrouble.check { fchmod(descriptor, mode) }
  }

  /// Where a link leads, so that it is not replaced by a file.
  private static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder that a file lies in, with a slash behind it; nothing for the current one.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// Waits until the new name is on the disk too; where a folder cannot do that, it is well enough.
  private static func syncFolder(of path: String) {
    let folder = folder(of: path)
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

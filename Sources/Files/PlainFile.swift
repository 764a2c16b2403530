import Glibc

/// Files that can be read to their end at once, unlike devices and pipes.
package enum PlainFile {
  /// Returns what is in a file.
  ///
  /// What is no plain file is refused, rather than waited for.
  package static func read(
    _ path: String, atMost limit: Int = .max
  ) throws(FileTrouble) -> [UInt8] {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    var status = stat()
    try FileTrouble.check { fstat(descriptor, &status) }
    if status.st_size > limit { throw .tooLong(limit: limit) }
    return try Descriptor.readAll(descriptor, atMost: limit)
  }

  /// Opens a file; one that is made is for its owner alone.
  package static func open(_ path: String, _ flags: Int32) throws(FileTrouble) -> Int32 {
    try FileTrouble.checkName(path)
    let descriptor: Int32
    do throws(FileTrouble) {
      // A pipe without a writer would otherwise be waited for.
      let patience = O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      descriptor = try FileTrouble.check { Glibc.open(path, flags | patience, 0o600) }
    } catch {
      var link = stat()
      throw error.isAbsence && lstat(path, &link) == 0 ? .leadsNowhere : error
    }
    do throws(FileTrouble) {
      try checkKind(descriptor)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func checkKind(_ descriptor: Int32) throws(FileTrouble) {
    var status = stat()
    try FileTrouble.check { fstat(descriptor, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .system(EISDIR)
    default: throw .notPlain
    }
  }
}

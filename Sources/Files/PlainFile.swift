#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Regular files, which can be read without blocking, unlike devices and pipes.
package enum PlainFile {
  /// Returns the content of a file.
  ///
  /// Files other than regular ones are rejected without blocking.
  package static func read(
    _ path: String, atMost limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    var status = stat()
    try FileError.check { fstat(descriptor, &status) }
    if status.st_size > limit { throw .tooLong(limit: limit) }
    // The file may have grown since its size was read.
    return try Descriptor.readAll(descriptor, atMost: limit)
  }

  /// What tells a file from another, and from itself after a change.
  package struct Identity: Hashable, Sendable {
    private let place: [UInt64]
    private let size: Int64
    private let changed: [Int]

    fileprivate init(_ status: stat) {
      place = [
        UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
      ]
      size = Int64(status.st_size)
      #if canImport(Darwin)
        changed = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
      #else
        changed = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
      #endif
    }
  }

  package static func identity(_ path: String) throws(FileError) -> Identity {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    var status = stat()
    try FileError.check { fstat(descriptor, &status) }
    return Identity(status)
  }

  /// Opens a file; a new one is accessible only to its owner.
  package static func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
    try FileError.checkName(path)
    let descriptor: Int32
    do throws(FileError) {
      // Otherwise a pipe without a writer would block.
      let nonBlocking = O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      descriptor = try FileError.check { systemOpen(path, flags | nonBlocking) }
    } catch {
      var link = stat()
      throw error.isAbsence && lstat(path, &link) == 0 ? .leadsNowhere : error
    }
    do throws(FileError) {
      try checkKind(descriptor)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func checkKind(_ descriptor: Int32) throws(FileError) {
    var status = stat()
    try FileError.check { fstat(descriptor, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .system(EISDIR)
    default: throw .notPlain
    }
  }
}

/// Opens a file under the name that `PlainFile` hides.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

import Glibc
import Report

/// The file that keeps the history: one string of JSON a line, oldest first.
///
/// An entry is appended as soon as it is made, under a lock, so that sessions side by side lose nothing and
/// a session that is killed loses nothing either. Only its owner may read the file.
package struct HistoryFile: Sendable {
  /// The number of entries that are kept when the file is trimmed.
  package static let most: Int = 10_000

  private let path: String

  /// Names a file; nothing is opened yet.
  package init(path: String) {
    self.path = path
  }
}

extension HistoryFile {
  /// What the file holds.
  package struct Content: Equatable {
    /// The entries, oldest first.
    package let entries: [String]
    /// The number of lines that are no entries.
    package let damaged: Int

    /// Creates the content of a file.
    package init(entries: [String] = [], damaged: Int = 0) {
      self.entries = entries
      self.damaged = damaged
    }
  }

  /// Returns the entries, and shortens the file where it has become too long.
  package func load() -> Content {
    withLockedFile { descriptor in
      let lines = Self.lines(of: descriptor)
      if lines.count > 2 * Self.most { trim(lines) }
      let newest = lines.suffix(Self.most)
      let entries = newest.compactMap(HistoryLine.entry)
      return Content(entries: entries, damaged: newest.count - entries.count)
    } ?? Content()
  }

  /// Appends an entry; returns why that was not possible, if so.
  @discardableResult
  package func append(_ entry: String) -> String? {
    let isKept = withLockedFile { descriptor in
      // A session that was killed may have left half a line.
      let repair = Self.endsInMidLine(descriptor) ? "\n" : ""
      let line = repair + HistoryLine.line(of: entry) + "\n"
      let end = lseek(descriptor, 0, SEEK_END)
      if Descriptor.writeAll(line.utf8, to: descriptor) { return true }
      let trouble = errno
      ftruncate(descriptor, end)
      errno = trouble
      return false
    }
    return isKept == true ? nil : Self.reason
  }

  private static var reason: String {
    errno == 0 ? "it is no plain file" : String(cString: strerror(errno))
  }

  /// Opens the file, making it and its folders where they are missing, and holds the lock meanwhile.
  private func withLockedFile<Value>(_ body: (Int32) -> Value) -> Value? {
    OwnFolder.make(for: path)
    // Another session may put a trimmed file in the place of this one while we wait for the lock.
    for _ in 0..<100 {
      let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      errno = 0
      defer { close(descriptor) }
      guard Self.isRegular(descriptor), Self.lock(descriptor) else { return nil }
      if isCurrent(descriptor) { return body(descriptor) }
    }
    return nil
  }

  private static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private func isCurrent(_ descriptor: Int32) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Puts the newest entries in the place of all; the file is replaced as a whole, or not at all.
  private func trim(_ lines: [ArraySlice<UInt8>]) {
    let bytes = lines.suffix(Self.most).flatMap { $0 + [UInt8(ascii: "\n")] }
    _ = WholeFile.write(bytes, to: path, mode: 0o600, mayReplace: true)
  }
}

// MARK: - Bytes

extension HistoryFile {
  private static func lines(of descriptor: Int32) -> [ArraySlice<UInt8>] {
    lseek(descriptor, 0, SEEK_SET)
    let bytes = Descriptor.readAll(descriptor) ?? []
    return bytes.split(separator: UInt8(ascii: "\n"))
  }

  private static func endsInMidLine(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let end = lseek(descriptor, 0, SEEK_END)
    return end > 0 && pread(descriptor, &byte, 1, end - 1) == 1 && byte != UInt8(ascii: "\n")
  }
}

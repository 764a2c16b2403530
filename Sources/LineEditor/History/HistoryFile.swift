package import Files
import Glibc

/// The history file: one JSON string per line, oldest first.
///
/// Each entry is appended at once, under a lock, so that concurrent sessions and
/// killed sessions lose nothing. Only its owner may read the file.
package struct HistoryFile: Sendable {
  /// The number of entries that are kept when the file is trimmed.
  package static let most: Int = 10_000

  private let path: String

  /// Creates a reference to a file without opening it.
  package init(path: String) {
    self.path = path
  }
}

extension HistoryFile {
  package struct Content: Equatable {
    /// The entries, oldest first.
    package let entries: [String]
    /// The number of damaged lines.
    package let damaged: Int
    /// The number of old entries that were removed because there were too many.
    package let trimmed: Int
    /// The reason why an existing file cannot be read, if any.
    package let error: FileError?

    package init(
      entries: [String] = [], damaged: Int = 0, trimmed: Int = 0, error: FileError? = nil
    ) {
      self.entries = entries
      self.damaged = damaged
      self.trimmed = trimmed
      self.error = error
    }
  }

  /// Returns the entries, and trims the file if it is too long.
  package func load() -> Content {
    do throws(FileError) {
      let lines = try read()
      let newest = lines.suffix(Self.most)
      let entries = newest.compactMap(HistoryLine.entry)
      return Content(
        entries: entries, damaged: newest.count - entries.count,
        trimmed: lines.count > 2 * Self.most ? lines.count - Self.most : 0)
    } catch {
      return error.isAbsence ? Content() : Content(error: error)
    }
  }

  private func read() throws(FileError) -> [ArraySlice<UInt8>] {
    do throws(FileError) {
      return try withLockedFile(O_RDWR) { (descriptor) throws(FileError) in
        let lines = Self.lines(try Descriptor.readAll(descriptor))
        // Only from twice the number on, so that the file is rarely rewritten.
        if lines.count > 2 * Self.most { trim(lines) }
        return lines
      }
    } catch {
      // A read-only file can still be read.
      guard error == .system(EACCES) || error == .system(EROFS) else { throw error }
      return Self.lines(try PlainFile.read(path))
    }
  }

  /// Appends an entry; returns the reason for a failure, if any.
  @discardableResult
  package func append(_ entry: String) -> FileError? {
    do throws(FileError) {
      try OwnFolder.make(for: path)
      try withLockedFile(O_RDWR | O_APPEND | O_CREAT) { (descriptor) throws(FileError) in
        // A killed session may have left an incomplete line.
        let repair = Self.endsInMidLine(descriptor) ? "\n" : ""
        let line = repair + HistoryLine.line(of: entry) + "\n"
        let end = try FileError.check { lseek(descriptor, 0, SEEK_END) }
        do throws(FileError) {
          try Descriptor.writeAll(line.utf8, to: descriptor)
        } catch {
          // Otherwise a part of the line would stay.
          _ = try? FileError.check { ftruncate(descriptor, end) }
          throw error
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Opens and locks the file for the duration of a closure.
  private func withLockedFile<Value>(
    _ flags: Int32, _ body: (Int32) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    // Another session may replace the file with a trimmed one while we wait for the lock.
    for _ in 0..<100 {
      let descriptor = try PlainFile.open(path, flags)
      defer { close(descriptor) }
      try FileError.check { flock(descriptor, LOCK_EX) }
      if isCurrent(descriptor) { return try body(descriptor) }
    }
    throw .system(EBUSY)
  }

  private func isCurrent(_ descriptor: Int32) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Keeps only the newest entries; the file is replaced atomically.
  private func trim(_ lines: [ArraySlice<UInt8>]) {
    let bytes = lines.suffix(Self.most).flatMap { $0 + [UInt8(ascii: "\n")] }
    _ = WholeFile.write(bytes, to: path, mode: 0o600, mayReplace: true)
  }
}

// MARK: - Bytes

extension HistoryFile {
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  /// Returns whether the last line is unterminated; if unknown, an extra empty line does no harm.
  private static func endsInMidLine(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let end = lseek(descriptor, 0, SEEK_END)
    guard end > 0 else { return false }
    let count = try? FileError.check { pread(descriptor, &byte, 1, end - 1) }
    return count != 1 || byte != UInt8(ascii: "\n")
  }
}

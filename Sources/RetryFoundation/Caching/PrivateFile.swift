import FoundationEssentials
import Glibc

/// Files that only their owner may read, and that are written whole or not at all.
///
/// The writing functions of Foundation neither wait for the disk nor choose who may read a file from
/// the moment that it exists.
enum PrivateFile {
  /// Writes a file: first another one beside it, which takes its place once it is on the disk.
  static func write(_ bytes: Data, to path: String) throws(SystemError) {
    // The template that `mkstemp` fills in.
    var name = Array((path + ".XXXXXX").utf8CString)
    let descriptor = try SystemError.check { mkstemp(&name) }
    do throws(SystemError) {
      try fill(descriptor, with: bytes)
      try SystemError.check { rename(name, path) }
    } catch {
      unlink(name)
      throw error
    }
    syncFolder(of: path)
  }

  /// Returns what is in a file.
  static func read(_ path: String) throws(SystemError) -> Data {
    let descriptor = try SystemError.check { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var bytes = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try SystemError.check { Glibc.read(descriptor, &buffer, buffer.count) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer.prefix(count))
    }
  }

  /// Writes all bytes, waits until they are on the disk, and closes the file in any case.
  private static func fill(_ descriptor: Int32, with bytes: Data) throws(SystemError) {
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try SystemError.check {
        rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
    try SystemError.check { fsync(descriptor) }
  }

  /// Waits until the new name is on the disk too; where a folder cannot do that, it is well enough.
  private static func syncFolder(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[...$0] } ?? "."
    let descriptor = open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// What the system says of a call that it refused.
struct SystemError: Error, CustomStringConvertible {
  /// The number of the error.
  private let code: Int32

  /// Whether there is no such file.
  var isMissingFile: Bool { code == ENOENT }

  /// The error in the words of the system.
  var description: String { String(cString: strerror(code)) }

  /// Makes a call, again if it was interrupted, and returns what it gave if that is not negative.
  @discardableResult
  static func check<Number: SignedInteger>(
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}

package import Files
import Glibc

/// The external editor of the user.
package enum ExternalEditor {
  /// The reason why a text was not changed.
  package enum Failure: Error {
    /// The editor could not be started or failed.
    case editor
    /// Its file could not be written or read.
    case file(FileError)
  }

  package static func edit(_ text: String, with command: String) throws(Failure) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let suffix = ".retry"
    // The template for `mkstemps`.
    var name = Array("\(folder)/retrylab-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
    guard descriptor >= 0 else { throw .file(.system(errno)) }
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(path) }
    do throws(FileError) {
      defer { close(descriptor) }
      try Descriptor.writeAll((text + "\n").utf8, to: descriptor)
    } catch {
      throw .file(error)
    }
    setenv("RETRYLAB_ENTRY", path, 1)
    defer { unsetenv("RETRYLAB_ENTRY") }
    // Parsed by a shell, so that the editor may have arguments.
    guard system("\(command) \"$RETRYLAB_ENTRY\"") == 0 else { throw .editor }
    return try read(path)
  }

  /// Returns the text of a file without trailing newlines.
  private static func read(_ path: String) throws(Failure) -> String {
    do throws(FileError) {
      var bytes = try PlainFile.read(path)
      while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .file(error)
    }
  }
}

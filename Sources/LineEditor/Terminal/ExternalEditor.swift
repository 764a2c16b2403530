package import Files
import Glibc

/// The editor that a person prefers for longer texts.
package enum ExternalEditor {
  /// Why a text was not changed.
  package enum Failure: Error {
    /// The editor could not be had, or says that it failed.
    case editor
    /// The file for it could not be written or read.
    case file(FileTrouble)
  }

  /// Has a person change a text.
  package static func edit(_ text: String, with command: String) throws(Failure) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let suffix = ".retry"
    // The template that `mkstemps` fills in.
    var name = Array("\(folder)/retrylab-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
    guard descriptor >= 0 else { throw .file(.system(errno)) }
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(path) }
    do throws(FileTrouble) {
      defer { close(descriptor) }
      try Descriptor.writeAll((text + "\n").utf8, to: descriptor)
    } catch {
      throw .file(error)
    }
    setenv("RETRYLAB_ENTRY", path, 1)
    defer { unsetenv("RETRYLAB_ENTRY") }
    // As a shell reads it, so that the editor may have arguments.
    guard system("\(command) \"$RETRYLAB_ENTRY\"") == 0 else { throw .editor }
    return try read(path)
  }

  /// Returns the text of a file without the ends of its last lines.
  private static func read(_ path: String) throws(Failure) -> String {
    do throws(FileTrouble) {
      var bytes = try PlainFile.read(path)
      while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .file(error)
    }
  }
}

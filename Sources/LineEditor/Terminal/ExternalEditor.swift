import Glibc

/// The editor that a person prefers for longer texts.
package enum ExternalEditor {
  /// Has a person change a text; returns nothing where the editor could not be had.
  package static func edit(_ text: String, with command: String) -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let suffix = ".retry"
    // The template that `mkstemps` fills in.
    var name = Array("\(folder)/retrylab-XXXXXX\(suffix)".utf8CString)
    let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
    guard descriptor >= 0 else { return nil }
    let isWritten = Descriptor.writeAll((text + "\n").utf8, to: descriptor)
    close(descriptor)
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(path) }
    guard isWritten else { return nil }
    setenv("RETRYLAB_ENTRY", path, 1)
    defer { unsetenv("RETRYLAB_ENTRY") }
    // As a shell reads it, so that the editor may have arguments.
    guard system("\(command) \"$RETRYLAB_ENTRY\"") == 0 else { return nil }
    return read(path)
  }

  /// Returns the text of a file without the ends of its last lines.
  private static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard var bytes = Descriptor.readAll(descriptor) else { return nil }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

import CEditline
import Files
import Glibc

// The file in which a user binds keys.

extension LineEditor {
  /// The longest file, and the longest line of it: libedit takes time in the square of its length, and reads pipes.
  private static let mostBytes = 64_000
  private static let mostBytesOfLine = 1000

  func readKeyFile() {
    guard let path = Self.keyFile else { return }
    do throws(FileError) {
      let bytes = try PlainFile.read(path, atMost: Self.mostBytes)
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      if let number = lines.firstIndex(where: { $0.count > Self.mostBytesOfLine }) {
        return refuse(path, "line \(number + 1) is longer than \(Self.mostBytesOfLine) bytes")
      }
      el_source(editor, path)
    } catch {
      if !error.isAbsence { refuse(path, error.description) }
    }
  }

  /// The path that libedit would read.
  private static var keyFile: String? {
    if let path = getenv("EDITRC") { return String(cString: path) }
    return getenv("HOME").map { String(cString: $0) + "/.editrc" }
  }

  private func refuse(_ path: String, _ reason: String) {
    Screen.write("'\(path)' is not read for keys: \(reason)\n".utf8)
  }
}

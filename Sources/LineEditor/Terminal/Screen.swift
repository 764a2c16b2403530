import CEditline
package import Files
import Glibc
import Synchronization

/// The terminal of the user.
package enum Screen {
  static let input: Int32 = 0
  static let output: Int32 = 1

  /// Whether input and output are a terminal.
  package static var isPresent: Bool { isatty(input) == 1 && isShown }

  /// Whether the output is a terminal.
  package static var isShown: Bool { isatty(output) == 1 }

  package static var size: ScreenSize {
    var size = winsize()
    guard editline_size(output, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The last write error since the program started, if any.
  package static var error: FileError? {
    let number = troubleNumber.load(ordering: .relaxed)
    return number == 0 ? nil : .system(number)
  }

  private static let troubleNumber = Atomic<Int32>(0)

  static func write(_ bytes: some Collection<UInt8>) {
    do throws(FileError) {
      try Descriptor.writeAll(bytes, to: output)
    } catch {
      guard case .system(let number) = error else { return }
      troubleNumber.store(number, ordering: .relaxed)
    }
  }
}

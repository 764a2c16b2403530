#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Why a file cannot be read or written.
package enum FileError: Error, Hashable {
  /// The system refused a call, with this number.
  case system(Int32)
  /// It is a device, a pipe or the like.
  case notPlain
  case tooLong(limit: Int)
  /// It is a broken link.
  case leadsNowhere
  /// Its name contains a NUL character.
  case impossibleName
  /// It is not what its name says, such as `a notebook`.
  case foreign(String)
}

extension FileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let number): String(cString: strerror(number))
    case .notPlain: "it is not a regular file"
    case .tooLong(let limit):
      limit < 1_000_000
        ? "it is longer than \(limit / 1000) kB" : "it is longer than \(limit / 1_000_000) MB"
    case .leadsNowhere: "it is a broken link"
    case .impossibleName: "its name contains a NUL character"
    case .foreign(let kind): "it is not \(kind)"
    }
  }

  package var isAbsence: Bool { self == .system(ENOENT) || self == .system(ENOTDIR) }

  /// Makes a system call, repeating it if interrupted, and returns its non-negative result.
  @discardableResult
  package static func check<Number: SignedInteger>(
    _ call: () -> Number
  ) throws(FileError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      let number = errno
      if number != EINTR { throw .system(number) }
    }
  }

  /// Rejects a name that the system would truncate.
  package static func checkName(_ path: String) throws(FileError) {
    if path.utf8.contains(0) { throw .impossibleName }
  }
}

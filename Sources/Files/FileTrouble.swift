import Glibc

/// Why a file cannot be read or written.
package enum FileTrouble: Error, Hashable {
  /// The system refused a call, with this number.
  case system(Int32)
  /// It is a device, a pipe or the like.
  case notPlain
  /// It is longer than what is read.
  case tooLong(limit: Int)
  /// It is a link, and what that names is not there.
  case leadsNowhere
  /// Its name holds the character that ends names.
  case impossibleName
}

extension FileTrouble: CustomStringConvertible {
  /// The trouble in words, those of the system where it has some.
  package var description: String {
    switch self {
    case .system(let number): String(cString: strerror(number))
    case .notPlain: "it is no plain file"
    case .tooLong(let limit): "it is longer than \(limit / 1_000_000) MB"
    case .leadsNowhere: "it is a link that leads nowhere"
    case .impossibleName: "its name has a NUL character"
    }
  }

  /// Whether there is no such file.
  package var isAbsence: Bool { self == .system(ENOENT) || self == .system(ENOTDIR) }

  /// Makes a call, again if it was interrupted, and returns what it gave if that is not negative.
  @discardableResult
  package static func check<Number: SignedInteger>(
    _ call: () -> Number
  ) throws(FileTrouble) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      let number = errno
      if number != EINTR { throw .system(number) }
    }
  }

  /// Refuses a name that the system would take for a shorter one.
  package static func checkName(_ path: String) throws(FileTrouble) {
    if path.utf8.contains(0) { throw .impossibleName }
  }
}

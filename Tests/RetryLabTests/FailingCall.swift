import Foundation
import Glibc

/// A call to the system that fails, by the library that the program is made to load.
struct FailingCall: Hashable, CustomStringConvertible {
  /// Its name.
  let name: String
  /// Which one of that name, from 1 on.
  let number: Int
  /// The number of its error, or zero for a transfer of one byte only.
  let error: Int32
  /// The number of the error of the next one, if that fails, too.
  var then: Int32?

  var description: String {
    "\(name) \(number) fails with \(error)" + (then.map { ", then \($0)" } ?? "")
  }

  /// What each call says that fails for good; a disk, a folder or a device can make it do so.
  private static let errors: [String: Int32] = [
    "write": ENOSPC, "fsync": EIO, "open": EACCES, "read": EIO, "pread": EIO, "rename": EACCES,
    "link": EIO, "unlink": EACCES, "mkdir": ENOSPC, "ftruncate": EIO, "stat": EACCES,
    "lstat": EACCES, "fstat": EIO, "access": EACCES, "flock": ENOLCK, "fchmod": EPERM,
    "lseek": EIO, "realpath": EACCES, "opendir": EMFILE,
  ]

  /// Those which a signal can break off.
  private static let slow: Set = ["write", "read", "pread", "open", "fsync", "flock", "ftruncate"]

  /// Whether the caller only has to repeat the call.
  var isPassing: Bool { then == nil && (error == 0 || error == EINTR) }

  /// Returns all ways in which calls that were made can fail, one at a time.
  static func all(of calls: [String]) -> [FailingCall] {
    var counts: [String: Int] = [:]
    return calls.flatMap { name in
      counts[name, default: 0] += 1
      let number = counts[name] ?? 0
      var errors = [Self.errors[name] ?? EIO]
      if slow.contains(name) { errors.append(EINTR) }
      if ["write", "read"].contains(name) { errors.append(0) }
      let calls = errors.map { FailingCall(name: name, number: number, error: $0) }
      guard name == "write" else { return calls }
      return calls + [FailingCall(name: name, number: number, error: 0, then: ENOSPC)]
    }
  }

  /// Returns the variables that make a call fail, and have all that count written down.
  static func environment(
    under place: String, log: String, _ call: FailingCall?
  ) -> [String: String] {
    var variables = [
      "LD_PRELOAD": Program.folder.appending(path: "libFailingCalls.so").path,
      "FAILING_UNDER": place, "FAILING_LOG": log,
    ]
    if let call {
      variables["FAILING_CALL"] = call.name
      variables["FAILING_NUMBER"] = "\(call.number)"
      variables["FAILING_ERROR"] = "\(call.error)"
      variables["FAILING_THEN"] = call.then.map { "\($0)" }
    }
    return variables
  }
}

extension TerminalUser {
  /// What the files below the home hold, by their paths; links and folders are left out.
  var contents: [String: String] {
    var contents: [String: String] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: home.path) ?? .init() {
      let url = home.appending(path: path)
      if let data = try? Data(contentsOf: url) {
        contents[path] = String(decoding: data, as: UTF8.self)
      }
    }
    return contents
  }
}

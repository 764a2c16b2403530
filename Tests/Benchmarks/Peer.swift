import Glibc

/// A program that runs the same workload and prints its rate in one line.
struct Peer {
  let name: String
  private let command: String

  /// Creates a peer from a file in a folder, if it is executable.
  init?(_ name: String, folder: String, file: String, arguments: String) {
    guard access("\(folder)/\(file)", X_OK) == 0 else { return nil }
    self.name = name
    let quoted = folder.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''")
    command = "'\(quoted)'/\(file) \(arguments)"
  }

  /// Runs it and returns the attempts that it simulates per second.
  func rate() -> Double? {
    guard let pipe = popen(command, "r") else { return nil }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 1000)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard let index = words.firstIndex(of: "rate"), index + 1 < words.count else { return nil }
    return Double(words[index + 1])
  }
}

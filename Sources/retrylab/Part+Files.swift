import Files
import RetryLanguage
import Workbench

// Reading and writing parts, and the texts that they are parts of.

extension Part {
  /// The most bytes of a part.
  private static let longest = 256_000_000

  init(at path: String) throws(Ending) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PlainFile.read(path, atMost: Self.longest)
    } catch {
      throw Ending(code: Platform.unreadable(path, error.description))
    }
    guard let part = Part(bytes) else {
      throw Ending("'\(path.sanitized)' is not a part, or not a whole one", .wrongScript)
    }
    self = part
  }
}

extension SharedText {
  init(at path: String, seed: UInt64?, threads: Int?) throws(Ending) {
    do throws(FileError) {
      self.init(
        path: path, text: try FrontEnd.text(ofFile: path), host: FrontEnd.host(beside: path),
        seed: seed, threads: threads)
    } catch {
      throw Ending(code: Platform.unreadable(path, error.description))
    }
  }
}

extension Ending {
  /// Returns a result of a text, or tells why there is none.
  static func of<Result>(
    _ work: () throws(SharedText.Problem) -> Result
  ) throws(Ending) -> Result {
    do throws(SharedText.Problem) {
      return try work()
    } catch {
      switch error {
      case .mistake(let text):
        Platform.write(text, to: .error)
        throw Ending(code: .wrongScript)
      case .foreign(let reason): throw Ending(reason, .wrongScript)
      case .interrupted: throw Ending(code: .interrupted)
      }
    }
  }
}

extension Platform {
  /// Tells why a part cannot take the place of a file: that is no part, such as the text itself.
  static func obstacle(toPart path: String) -> ExitCode? {
    if path == "-" { return nil }
    if let error = WholeFile.obstacle(to: path) { return unwritable(path, error.description) }
    guard let bytes = try? PlainFile.read(path), !bytes.isEmpty, !Part.begins(bytes) else {
      return nil
    }
    return unwritable(path, "it is not a part, and is left as it is")
  }

  /// Writes a part, whole or not at all; `-` is standard output.
  static func save(_ part: Part, to path: String) throws(Ending) {
    guard path != "-" else { return write(bytes: part.bytes, to: .output) }
    if let reason = WholeFile.write(part.bytes, to: path, mayReplace: true).reason {
      throw Ending(code: unwritable(path, reason))
    }
  }
}

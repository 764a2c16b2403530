import Files
public import FoundationEssentials
public import RetrySystems

extension Cache where Key: Codable, Value: Codable {
  /// Saves all values, including expired ones, to a file that only its owner can read.
  ///
  /// The file is written atomically. Freshness after loading is based on the wall clock.
  ///
  /// ```swift
  /// let cache = Cache<String, Int>(lifetime: .seconds(3600))
  /// cache["hello"] = 5
  /// try cache.save(to: URL(filePath: "lengths.json"))
  /// ```
  public func save(to file: URL, at date: Date = Date()) throws(CacheFileError) {
    let text: Data
    do {
      text = try JSONEncoder().encode(CacheFile(items, at: date))
    } catch {
      throw .notEncodable(reason: message(of: error))
    }
    let answer = WholeFile.write(text, to: file.path, mode: 0o600, mayReplace: true)
    if let reason = answer.reason { throw .unwritable(path: file.path, reason: reason) }
  }

  /// Creates a cache from a file; if it has too many values, the most recently used are kept.
  ///
  /// Expired values only serve as a fallback. The lifetime applies to new values.
  ///
  /// ```swift
  /// let file = URL(filePath: "lengths.json")
  /// let lengths = try? Cache<String, Int>(contentsOf: file, lifetime: .seconds(3600))
  /// ```
  public convenience init(
    contentsOf file: URL, countLimit: Int? = nil, lifetime: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(), at date: Date = Date()
  ) throws(CacheFileError) {
    let contents = try Self.read(file)
    self.init(countLimit: countLimit, lifetime: lifetime, clock: clock)
    restore(contents.items(at: date))
  }

  private static func read(_ file: URL) throws(CacheFileError) -> CacheFile<Key, Value> {
    let text: Data
    do throws(FileError) {
      text = Data(try PlainFile.read(file.path))
    } catch {
      throw error.isAbsence
        ? .missing(path: file.path) : .unreadable(path: file.path, reason: error.description)
    }
    do {
      let contents = try JSONDecoder().decode(CacheFile<Key, Value>.self, from: text)
      guard contents.version == CacheFile<Key, Value>.current else {
        throw CacheFileError.damaged(
          path: file.path, reason: "version \(contents.version) is not supported")
      }
      return contents
    } catch let error as CacheFileError {
      throw error
    } catch {
      throw .damaged(path: file.path, reason: message(of: error))
    }
  }
}

/// Returns the description of a coding error, without the value.
private func message(of error: any Error) -> String {
  switch error {
  case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
    DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
    context.debugDescription
  case EncodingError.invalidValue(_, let context): context.debugDescription
  default: "\(error)"
  }
}

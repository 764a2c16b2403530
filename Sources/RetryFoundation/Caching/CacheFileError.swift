/// Why saving or loading a cache failed.
///
/// ```swift
/// func explain(_ error: CacheFileError) {
///   if case .missing = error { print("nothing was saved yet") } else { print(error) }
/// }
/// ```
public enum CacheFileError: Error, Hashable {
  /// There is no such file.
  case missing(path: String)
  /// The file could not be read.
  case unreadable(path: String, reason: String)
  /// The file was not saved by a cache with these keys and values.
  case damaged(path: String, reason: String)
  /// The values could not be encoded.
  case notEncodable(reason: String)
  /// The file could not be written; the previous file is unchanged.
  case unwritable(path: String, reason: String)
}

extension CacheFileError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch self {
    case .missing(let path): "there is no cache file '\(path)'"
    case .unreadable(let path, let reason): "the cache file '\(path)' cannot be read: \(reason)"
    case .damaged(let path, let reason): "the cache file '\(path)' is damaged: \(reason)"
    case .notEncodable(let reason): "the cache cannot be saved: \(reason)"
    case .unwritable(let path, let reason):
      "the cache file '\(path)' cannot be written: \(reason)"
    }
  }
}

import Glibc

// What can be told before there is anything to write.

extension WholeFile {
  /// Returns why a file cannot be written, if that shows without writing it.
  package static func obstacle(to path: String) -> FileTrouble? {
    do throws(FileTrouble) {
      try FileTrouble.checkName(path)
      let path = target(of: path)
      let kind = try modeOfFile(path).map { $0 & S_IFMT }
      if kind == S_IFDIR { return .system(EISDIR) }
      return kind == nil || kind == S_IFREG ? obstacle(inFolder: folder(of: path)) : nil
    } catch {
      return error
    }
  }

  /// Returns why no file can be written in a folder, if that shows without writing one.
  package static func obstacle(inFolder path: String) -> FileTrouble? {
    do throws(FileTrouble) {
      try FileTrouble.checkName(path)
      let path = path.isEmpty ? "." : path
      var status = stat()
      try FileTrouble.check { stat(path, &status) }
      guard status.st_mode & S_IFMT == S_IFDIR else { return .system(ENOTDIR) }
      try FileTrouble.check { access(path, W_OK | X_OK) }
      return nil
    } catch {
      return error
    }
  }
}

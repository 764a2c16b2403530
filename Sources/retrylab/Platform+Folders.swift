import Files

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// The contents of folders.

extension Platform {
  static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return !path.utf8.contains(0) && stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Creates a folder and the folders above it, if they are missing; returns the reason for a failure.
  static func makeFolder(_ path: String) -> String? {
    if path.utf8.contains(0) { return FileError.system(EINVAL).description }
    for end in path.indices.filter({ path[$0] == "/" }) + [path.endIndex] {
      let folder = String(path[..<end])
      guard !folder.isEmpty, !isFolder(folder), mkdir(folder, 0o777) != 0 else { continue }
      return FileError.system(errno).description
    }
    return nil
  }

  /// Returns the names of the folders in a folder, in order.
  static func folders(in path: String) -> [String] {
    let entries = (try? entries(of: path)) ?? []
    return entries.filter { $0.kind == S_IFDIR && !$0.name.hasPrefix(".") }.map(\.name).sorted()
  }

  /// Returns the paths in a folder that start with a text; folders end with a slash.
  static func paths(beginningWith text: String, inside folder: String) -> [String] {
    let end = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let parent = String(text[..<end])
    guard let root = resolved(folder), let place = resolved("\(folder)/\(parent)"),
      place == root || place.hasPrefix(root + "/"), let entries = try? entries(of: place)
    else { return [] }
    return entries.prefix(1000).compactMap { entry in
      guard !entry.name.hasPrefix("."), entry.name.hasPrefix(text[end...]) else { return nil }
      return parent + entry.name + (entry.kind == S_IFDIR ? "/" : "")
    }
  }

  /// Returns the scenarios in a folder and below it, in order, or the file itself.
  static func scenarios(in path: String) throws(FolderError) -> [String] {
    guard isFolder(path) else {
      do throws(FileError) {
        try FileError.checkName(path)
        try FileError.check { access(path, R_OK) }
        return [path]
      } catch {
        throw FolderError(path: path, reason: error.description)
      }
    }
    var (files, folders): ([String], [String]) = ([], [])
    for entry in try entries(of: path) where !entry.name.hasPrefix(".") {
      let place =
        path == "." ? entry.name : path.hasSuffix("/") ? path + entry.name : "\(path)/\(entry.name)"
      // Links are not followed, since they can form cycles.
      if entry.kind == S_IFDIR { folders.append(place) }
      if entry.kind == S_IFREG, entry.name.hasSuffix(".retry") { files.append(place) }
    }
    for folder in folders { files += try scenarios(in: folder) }
    return files.sorted()
  }

  struct FolderError: Error {
    let path: String
    let reason: String
  }

  /// Returns the entries of a folder with their types; links are not followed.
  private static func entries(
    of path: String
  ) throws(FolderError) -> [(name: String, kind: mode_t)] {
    guard let listing = opendir(path) else { throw .last(path) }
    defer { closedir(listing) }
    var entries: [(name: String, kind: mode_t)] = []
    // `readdir` returns nothing both at the end and after an error; only `errno` tells them apart.
    errno = 0
    while let entry = readdir(listing) {
      let name = name(of: entry)
      // The shift of `DTTOIF`, a macro that Swift does not import.
      var kind = mode_t(entry.pointee.d_type) << 12
      // Not every file system gives the type with the name.
      if entry.pointee.d_type == UInt8(DT_UNKNOWN) {
        var status = stat()
        kind = lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & S_IFMT : 0
      }
      entries.append((name, kind))
      errno = 0
    }
    if errno != 0 { throw .last(path) }
    return entries
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }
}

extension Platform.FolderError {
  fileprivate static func last(_ path: String) -> Platform.FolderError {
    Platform.FolderError(path: path, reason: FileError.system(errno).description)
  }
}

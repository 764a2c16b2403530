#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// A temporary file that is written before it replaces the target.
///
/// Its writer holds a lock, so that the next writer can recognize the file of a killed one.
struct PartFile {
  private static let beginning = ".retrylab-"
  private static let ending = ".part"

  let path: String
  let descriptor: Int32

  /// Creates an empty file in a folder, and removes those of killed writers.
  init(in folder: String, mode: mode_t) throws(FileError) {
    Self.removeLeftovers(in: folder)
    // Another writer may remove it before it is locked.
    for _ in 0..<100 {
      let name = Self.beginning + String(UInt64.random(in: .min ... .max), radix: 16) + Self.ending
      let path = folder + name
      let descriptor: Int32
      do throws(FileError) {
        descriptor = try FileError.check {
          open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        }
      } catch {
        if error == .system(EEXIST) { continue }
        throw error
      }
      // Without locks, no writer treats the file as abandoned.
      _ = try? FileError.check { flock(descriptor, LOCK_EX) }
      var status = stat()
      if fstat(descriptor, &status) != 0 || status.st_nlink > 0 {
        (self.path, self.descriptor) = (path, descriptor)
        return
      }
      close(descriptor)
    }
    throw .system(EBUSY)
  }

  private static func removeLeftovers(in folder: String) {
    guard let listing = opendir(folder.isEmpty ? "." : folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
      }
      if name.hasPrefix(beginning), name.hasSuffix(ending) { removeLeftover(folder + name) }
    }
  }

  private static func removeLeftover(_ path: String) {
    // Only a regular file can be a leftover, so no link is followed and no pipe is opened.
    guard let descriptor = try? PlainFile.open(path, O_RDONLY | O_NOFOLLOW) else { return }
    defer { close(descriptor) }
    // A writer that is alive holds the lock.
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
  }
}

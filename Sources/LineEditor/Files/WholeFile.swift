package import Glibc

/// Writes files whole or not at all: what stood under a name before stays there until all of the new file does.
package enum WholeFile {
  /// What became of a file.
  package enum Answer: Equatable {
    case written
    /// There is a file of this name, which was not to be replaced.
    case exists
    /// The number that the system gives to what went wrong.
    case failed(Int32)

    /// What went wrong, in the words of the system.
    package var reason: String? {
      if case .failed(let number) = self { String(cString: strerror(number)) } else { nil }
    }
  }

  /// Writes bytes into a file beside the one that is meant, and then gives that its name.
  ///
  /// Without a mode it may be read and written as the file before, or as files usually may. What is no
  /// plain file, such as a device or a pipe, is never replaced: the bytes go where it leads.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: String, mode: mode_t? = nil, mayReplace: Bool
  ) -> Answer {
    let path = target(of: path)
    if !mayReplace, access(path, F_OK) == 0 { return .exists }
    var present = stat()
    let isThere = stat(path, &present) == 0
    if isThere, present.st_mode & S_IFMT != S_IFREG { return writeThrough(bytes, to: path) }
    let new = path + ".new"
    let descriptor = lockedFile(new, mode ?? 0o666)
    guard descriptor >= 0 else { return .failed(errno) }
    defer { close(descriptor) }
    if let mode {
      fchmod(descriptor, mode)
    } else if isThere {
      fchmod(descriptor, present.st_mode & 0o7777)
    }
    guard ftruncate(descriptor, 0) == 0, Descriptor.writeAll(bytes, to: descriptor),
      fsync(descriptor) == 0
    else { return givenUp(new) }
    // A link, unlike a new name, never takes the place of a file that came meanwhile.
    guard mayReplace ? rename(new, path) == 0 : link(new, path) == 0 else {
      return errno == EEXIST ? givenUp(new, .exists) : givenUp(new)
    }
    if !mayReplace { unlink(new) }
    syncFolder(of: path)
    return .written
  }

  private static func writeThrough(_ bytes: some Collection<UInt8>, to path: String) -> Answer {
    let descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return .failed(errno) }
    defer { close(descriptor) }
    return Descriptor.writeAll(bytes, to: descriptor) ? .written : .failed(errno)
  }

  private static func givenUp(_ new: String, _ answer: Answer? = nil) -> Answer {
    let answer = answer ?? .failed(errno)
    unlink(new)
    return answer
  }

  /// Where a link leads, so that it is not replaced by a file.
  private static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Opens a file that no other writer holds; one that was left by a writer who was killed is taken over.
  private static func lockedFile(_ path: String, _ mode: mode_t) -> Int32 {
    for _ in 0..<100 {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode)
      guard descriptor >= 0 else { return -1 }
      var (opened, named) = (stat(), stat())
      guard flock(descriptor, LOCK_EX) == 0 else {
        close(descriptor)
        continue
      }
      // While we waited, another writer may have given this file its name.
      if fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino {
        return descriptor
      }
      close(descriptor)
    }
    errno = EBUSY
    return -1
  }

  /// Sees to it that the new name outlasts a failure of the machine.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

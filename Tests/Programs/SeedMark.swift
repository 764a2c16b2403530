import Foundation

/// A file of one number that outlives the process that writes it.
final class SeedMark {
  private let cell: UnsafeMutablePointer<UInt64>

  /// Opens a file; fails if that is impossible.
  init?(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard ftruncate(file, off_t(MemoryLayout<UInt64>.size)) == 0,
      let place = mmap(nil, MemoryLayout<UInt64>.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      place != MAP_FAILED
    else { return nil }
    cell = place.bindMemory(to: UInt64.self, capacity: 1)
  }

  deinit { munmap(cell, MemoryLayout<UInt64>.size) }

  /// Writes a number down.
  func note(_ seed: UInt64) { cell.pointee = seed }

  /// The number that was written last.
  var seed: UInt64 { cell.pointee }
}

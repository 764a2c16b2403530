import CProcessor

/// Records of a head and some bytes for its parts, without bounds checks in release.
///
/// A record is contiguous, so it is loaded from memory at once. Records are used through their addresses: reading and
/// writing one is no access to the buffer, only adding one is. What users guarantee is in `README.md` in this
/// folder.
struct RecordBuffer<Head: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0
  private let stride: Int

  /// Reserves room for records whose parts take a number of bytes, a multiple of eight.
  init(bytes: Int, capacity: Int) {
    self.capacity = max(capacity, 1)
    stride = MemoryLayout<Head>.stride + bytes
    base = .allocate(byteCount: self.capacity * stride, alignment: 64)
  }

  deinit {
    base.deallocate()
  }

  mutating func reserve(_ capacity: Int) {
    guard capacity > self.capacity else { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * stride, alignment: 64)
    larger.copyMemory(from: base, byteCount: count * stride)
    base.deallocate()
    (base, self.capacity) = (larger, capacity)
  }

  /// Appends a record whose parts are zeros.
  mutating func append(_ head: Head) {
    if count == capacity { reserve(2 * capacity) }
    (base + count * stride).initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    count += 1
    self[count - 1] = head
  }

  @inline(__always)
  subscript(place: Int) -> Head {
    _read { yield head(place).pointee }
    nonmutating _modify { yield &head(place).pointee }
  }

  /// The address of the head of a record, until records are added.
  @inline(__always)
  func head(_ place: Int) -> UnsafeMutablePointer<Head> { address(place, 0, as: Head.self) }

  /// The part of a record at an offset after the head.
  @inline(__always)
  subscript<Part: BitwiseCopyable>(place: Int, offset: Int, as part: Part.Type) -> Part {
    _read { yield address(place, MemoryLayout<Head>.stride + offset, as: part).pointee }
    nonmutating _modify {
      yield &address(place, MemoryLayout<Head>.stride + offset, as: part).pointee
    }
  }

  /// Starts to load a record that will be needed soon.
  @inline(__always)
  func prefetch(_ place: Int) {
    let first = base + place * stride
    Simulation.prefetch(first, lines: (stride + 63) / 64)
    // A record may reach into one more line, because only the first one is aligned.
    processor_prefetch(first + stride - 1)
  }

  @inline(__always)
  private func address<Part>(
    _ place: Int, _ offset: Int, as part: Part.Type
  ) -> UnsafeMutablePointer<Part> {
    assert(place >= 0 && place < count && offset >= 0)
    assert(offset + MemoryLayout<Part>.size <= stride)
    return (base + place * stride + offset).assumingMemoryBound(to: part)
  }
}

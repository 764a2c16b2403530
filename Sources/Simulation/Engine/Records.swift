import CProcessor

/// Records of a head and a fixed number of elements, accessed without bounds checks.
///
/// A record is contiguous, so it is loaded from memory at once. The caller must pass valid indices.
final class Records<Head: BitwiseCopyable, Element: BitwiseCopyable> {
  // Unchecked, see `Stage`: no other code runs while memory is moved, and the contents are plain numbers.
  @exclusivity(unchecked) private var base: UnsafeMutableRawPointer
  // Unchecked, see `Stage`: the same.
  @exclusivity(unchecked) private var capacity: Int
  /// The number of records.
  // Unchecked, see `Stage`: the same.
  @exclusivity(unchecked) private(set) var count = 0
  private let stride: Int
  private let elements: Int

  /// Reserves room for records with a number of elements each.
  init(elements: Int, capacity: Int) {
    self.elements = elements
    self.capacity = max(capacity, 1)
    stride = MemoryLayout<Head>.stride + elements * MemoryLayout<Element>.stride
    base = .allocate(byteCount: self.capacity * stride, alignment: 64)
  }

  deinit {
    base.deallocate()
  }

  /// Reserves room for a total number of records.
  func reserve(_ capacity: Int) {
    guard capacity > self.capacity else { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * stride, alignment: 64)
    larger.copyMemory(from: base, byteCount: count * stride)
    base.deallocate()
    (base, self.capacity) = (larger, capacity)
  }

  /// Appends a record.
  func append(_ head: Head, _ element: Element) {
    if count == capacity { reserve(2 * capacity) }
    count += 1
    self[count - 1] = head
    for index in 0..<elements { self[count - 1, index] = element }
  }

  /// The head of a record.
  @inline(__always)
  subscript(place: Int) -> Head {
    _read { yield address(place).pointee }
    _modify { yield &address(place).pointee }
  }

  /// An element of a record.
  @inline(__always)
  subscript(place: Int, index: Int) -> Element {
    _read { yield address(place, index).pointee }
    _modify { yield &address(place, index).pointee }
  }

  /// Starts to load a record that will be needed soon.
  @inline(__always)
  func prefetch(_ place: Int) {
    let first = base + place * stride
    for line in Swift.stride(from: 0, to: stride, by: 64) { processor_prefetch(first + line) }
  }

  @inline(__always)
  private func address(_ place: Int) -> UnsafeMutablePointer<Head> {
    assert(place >= 0 && place < count)
    return (base + place * stride).assumingMemoryBound(to: Head.self)
  }

  @inline(__always)
  private func address(_ place: Int, _ index: Int) -> UnsafeMutablePointer<Element> {
    assert(place >= 0 && place < count && index >= 0 && index < elements)
    let offset = MemoryLayout<Head>.stride + index * MemoryLayout<Element>.stride
    return (base + place * stride + offset).assumingMemoryBound(to: Element.self)
  }
}

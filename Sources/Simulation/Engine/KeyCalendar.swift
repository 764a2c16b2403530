/// A priority queue for any number of keys with a time in their upper halves.
///
/// A few keys are a heap. Of many, only those of the near future are, which stay in the cache. Later ones wait in
/// unsorted buckets, one for each short span of time, and those after the last bucket in a list. When the heap is
/// empty, the next bucket becomes the heap.
struct KeyCalendar: ~Copyable {
  /// The number of keys that a bucket should have; as few late keys need no buckets.
  private static let few = 64
  /// The number of keys above which a heap of all keys is spread over buckets.
  private static let many = 256
  /// The number of keys up to which what they stand for stays in the cache.
  private static let cached = 8192
  /// The end of a chain of chunks.
  private static let none: Int32 = -1

  /// The last chunk of a bucket, and the number of places taken in it.
  struct Bucket {
    var chunk = KeyCalendar.none
    var taken: Int32 = 0
  }

  /// The keys before the horizon.
  private var near = KeyHeap()
  private var horizon = UInt64.max
  private var buckets = UnsafeArray<Bucket>()
  /// The time at which the first bucket starts, and the binary logarithm of the length of each.
  private var start: UInt64 = 0
  private var shift: UInt64 = 0
  /// The number of buckets before the horizon.
  private var passed = 0
  /// Chunks of keys: the index of the previous chunk in the first place, then the keys of a bucket.
  private var chunks = UnsafeArray<UInt128>()
  private var unused = KeyCalendar.none
  /// The keys after the last bucket.
  private var late = UnsafeArray<UInt128>()
  private(set) var count = 0

  /// The least key, once the calendar is ready; the maximal key if there is none.
  @inline(__always)
  var first: UInt128 { near.first }

  /// Makes the calendar ready for removals; returns whether there are new keys that come soon, out of many.
  ///
  /// Not done at the insertion, so that the first keys of many clients are not a heap.
  @inline(__always)
  mutating func makeReady() -> Bool {
    guard near.count == 0, count > 0 else { return false }
    refill()
    return count > Self.cached
  }

  /// Calls a function with every key that comes soon.
  func forEachSoon(_ body: (UInt128) -> Void) { near.forEach(body) }

  @inline(__always)
  mutating func insert(_ key: UInt128) {
    count &+= 1
    guard Self.time(key) < horizon else { return put(key) }
    near.insert(key)
    // Only a heap of all keys is spread; that of a bucket stays, however full.
    if near.count > Self.many, horizon == .max { moveToLate() }
  }

  /// Removes the first key, which has been asked for.
  @inline(__always)
  mutating func removeFirst() {
    count &-= 1
    near.removeFirst()
  }

  @inline(__always)
  private static func time(_ key: UInt128) -> UInt64 { UInt64(truncatingIfNeeded: key >> 64) }
}

// MARK: - Buckets

extension KeyCalendar {
  /// The number of places in a chunk, two lines of the cache.
  private static let places: Int32 = 8

  /// Adds a key after the horizon.
  @inline(__always)
  private mutating func put(_ key: UInt128) {
    let index = (Self.time(key) &- start) >> shift
    guard index < UInt64(buckets.count) else { return late.append(key) }
    var bucket = buckets[Int(index)]
    if bucket.chunk == Self.none || bucket.taken == Self.places {
      bucket = Bucket(chunk: newChunk(before: bucket.chunk), taken: 1)
    }
    chunks[Int(bucket.chunk &* Self.places &+ bucket.taken)] = key
    bucket.taken &+= 1
    buckets[Int(index)] = bucket
  }

  private mutating func newChunk(before previous: Int32) -> Int32 {
    var chunk = unused
    if chunk == Self.none {
      chunk = Int32(chunks.count) / Self.places
      for _ in 0..<Self.places { chunks.append(0) }
    } else {
      unused = Int32(truncatingIfNeeded: chunks[Int(chunk * Self.places)])
    }
    chunks[Int(chunk * Self.places)] = UInt128(truncatingIfNeeded: previous)
    return chunk
  }

  @inline(never)
  private mutating func moveToLate() {
    var keys = KeyHeap()
    swap(&keys, &near)
    buckets = UnsafeArray()
    (passed, horizon) = (0, 0)
    keys.forEach { late.append($0) }
  }

  /// Makes the next keys the heap.
  @inline(never)
  private mutating func refill() {
    while near.count == 0, count > 0 {
      if passed == buckets.count { spread() }
      // So few keys were left that they are the heap now.
      guard passed < buckets.count else { continue }
      take(buckets[passed])
      buckets[passed] = Bucket()
      passed += 1
      horizon = start + UInt64(passed) << shift
    }
  }

  /// Moves the keys of a bucket to the heap.
  private mutating func take(_ bucket: Bucket) {
    var (chunk, taken) = (bucket.chunk, bucket.taken)
    while chunk != Self.none {
      let first = Int(chunk * Self.places)
      for place in 1..<Int(taken) { near.insert(chunks[first + place]) }
      let previous = Int32(truncatingIfNeeded: chunks[first])
      chunks[first] = UInt128(truncatingIfNeeded: unused)
      (unused, chunk, taken) = (chunk, previous, Self.places)
    }
  }

  /// Moves the late keys to new buckets, whose length suits the mean distance of their times from the first.
  private mutating func spread() {
    var keys = UnsafeArray<UInt128>()
    swap(&keys, &late)
    buckets.removeAll()
    passed = 0
    guard keys.count > Self.few else {
      for index in 0..<keys.count { near.insert(keys[index]) }
      horizon = .max
      return
    }
    let (first, last, mean) = Self.times(of: keys)
    let length = max(mean / UInt64(keys.count / Self.few), 1)
    shift = UInt64(UInt64.bitWidth - 1 - length.leadingZeroBitCount)
    // At least three quarters of the keys are within four times the mean distance, so keys are rarely moved twice.
    let reach = min((last - first) / 4, mean) * 4
    start = first
    for _ in 0...(reach >> shift) { buckets.append(Bucket()) }
    for index in 0..<keys.count { put(keys[index]) }
  }

  /// The first and the last time of some keys, and the mean distance from the first.
  private static func times(
    of keys: borrowing UnsafeArray<UInt128>
  ) -> (first: UInt64, last: UInt64, mean: UInt64) {
    var (first, last, sum) = (UInt64.max, UInt64.zero, UInt128.zero)
    for index in 0..<keys.count {
      let time = time(keys[index])
      (first, last, sum) = (min(first, time), max(last, time), sum + UInt128(time))
    }
    return (first, last, UInt64(sum / UInt128(keys.count)) - first)
  }

  /// Removes all keys, and keeps the memory of a heap of a few.
  mutating func removeAll() {
    guard horizon == .max else {
      self = KeyCalendar()
      return
    }
    near.removeAll()
    count = 0
  }

  func forEach(_ body: (UInt128) -> Void) {
    near.forEach(body)
    for place in passed..<max(passed, buckets.count) {
      Self.forEach(of: buckets[place], chunks, body)
    }
    for index in 0..<late.count { body(late[index]) }
  }

  private static func forEach(
    of bucket: Bucket, _ chunks: borrowing UnsafeArray<UInt128>, _ body: (UInt128) -> Void
  ) {
    var (chunk, taken) = (bucket.chunk, bucket.taken)
    while chunk != none {
      let first = Int(chunk * places)
      for place in 1..<Int(taken) { body(chunks[first + place]) }
      (chunk, taken) = (Int32(truncatingIfNeeded: chunks[first]), places)
    }
  }

  mutating func keep(where isKept: (UInt128) -> Bool) {
    var kept = UnsafeArray<UInt128>()
    forEach { if isKept($0) { kept.append($0) } }
    self = KeyCalendar()
    for index in 0..<kept.count { insert(kept[index]) }
  }
}

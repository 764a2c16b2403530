import RetryNumerics
import Testing

@testable import Retry

@Suite("The storage of a cache")
struct CacheStoreTests {
  /// The number of things that all lists and dictionaries of a store hold together.
  private func size(of store: CacheStore<Int, Int>) -> Int {
    Mirror(reflecting: store).children.reduce(0) { sum, child in
      let mirror = Mirror(reflecting: child.value)
      let isList = mirror.displayStyle == .collection || mirror.displayStyle == .dictionary
      return sum + (isList ? mirror.children.count : 0)
    }
  }

  /// The operations to repeat on a store.
  struct Habit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let act: @Sendable (inout CacheStore<Int, Int>, Int) -> Void

    init(_ name: String, _ act: @escaping @Sendable (inout CacheStore<Int, Int>, Int) -> Void) {
      testDescription = name
      self.act = act
    }
  }

  static let habits = [
    Habit("one value is read") { store, _ in _ = store.use(1, at: .zero) },
    Habit("all values are read in turn") { store, step in _ = store.use(step % 8, at: .zero) },
    Habit("a value that is not there is asked for") { store, _ in _ = store.use(9, at: .zero) },
    Habit("a value is replaced") { store, step in store.insert(step, forKey: 3, until: nil) },
    Habit("new values push the old ones out") { store, step in
      store.insert(step, forKey: step, until: nil)
    },
    Habit("values are put in and removed") { store, step in
      store.insert(step, forKey: step, until: nil)
      store.remove(step)
    },
    Habit("values are put in and expire") { store, step in
      let now = Nanoseconds(Int64(step))
      store.insert(step, forKey: step, until: now)
      store.removeExpired(at: now)
    },
  ]

  @Test("does not grow under repeated use", arguments: habits)
  func bounded(habit: Habit) {
    var store = CacheStore<Int, Int>(countLimit: 8)
    for key in 0..<8 { store.insert(key, forKey: key, until: nil) }
    var largest = 0
    for step in 0..<2000 {
      habit.act(&store, step)
      largest = max(largest, size(of: store))
    }
    // The values, and their places.
    #expect(largest <= 2 * 8)
    #expect(store.order.count == store.entries.count)
  }

  @Test("holds what a list in the order of use would", arguments: 0..<20 as Range<UInt64>)
  func model(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let limit = Int.random(in: 0...6, using: &generator)
    var store = CacheStore<Int, Int>(countLimit: limit)
    var list: [(key: Int, value: Int, expiry: Int64?)] = []
    for step in 0..<2000 {
      let (key, now) = (Int.random(in: 0..<9, using: &generator), Int64(step))
      let known = list.firstIndex { $0.key == key }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        var expected: Int?
        if let known, list[known].expiry.map({ now < $0 }) ?? true {
          expected = list[known].value
          list.append(list.remove(at: known))
        }
        #expect(store.use(key, at: Nanoseconds(now)) == expected)
      case 4..<8:
        let expiry = Bool.random(using: &generator) ? now + Int64(step % 40) : nil
        if let known { list.remove(at: known) }
        list.append((key, step, expiry))
        if list.count > limit { list.removeFirst() }
        store.insert(step, forKey: key, until: expiry.map { Nanoseconds($0) })
      case 8:
        if let known { list.remove(at: known) }
        store.remove(key)
      default:
        list.removeAll { $0.expiry.map { $0 <= now } ?? false }
        store.removeExpired(at: Nanoseconds(now))
      }
      #expect(store.order.map(\.key) == list.map(\.key))
      #expect(store.order.map(\.value) == list.map(\.value))
      #expect(store.value(forKey: key) == list.first { $0.key == key }?.value)
    }
  }
}

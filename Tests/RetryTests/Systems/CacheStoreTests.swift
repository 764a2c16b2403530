import RetryNumerics
import Testing

@testable import RetrySystems

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
    // The values, and twice as many uses with a few more.
    #expect(largest <= 8 + 2 * 9 + 16)
    #expect(store.order.count == store.entries.count)
  }
}

import RetryNumerics
import Testing

@testable import Retry

@Suite("The queue of a bulkhead")
struct BulkheadQueueTests {
  @Test("a call whose turn comes before it waits is told so when it begins to")
  func early() throws {
    var queue = BulkheadQueue(ConcurrencyLimit(1, queue: 1))
    let first = try queue.arrive().get().ticket
    let ticket = try #require(try queue.arrive().get().ticket)
    #expect(first == nil)
    let nextWaiters = queue.leave(.success, after: .zero)
    #expect(nextWaiters.isEmpty && queue.state.running == 1)
    let entry = queue.register({ _ in true }, for: ticket)
    #expect(entry == .run)
    _ = queue.leave(.success, after: .zero)
    #expect(queue.state.running == 0)
  }

  @Test("a call that is removed while it waits is not told, and one whose turn came is not removed")
  func removed() throws {
    var queue = BulkheadQueue(ConcurrencyLimit(1, queue: 2))
    _ = queue.arrive()
    let second = try #require(try queue.arrive().get().ticket)
    let third = try #require(try queue.arrive().get().ticket)
    for ticket in [second, third] { _ = queue.register({ _ in true }, for: ticket) }
    let removed = [queue.remove(second) != nil, queue.remove(second) != nil]
    #expect(removed == [true, false])
    let nextWaiters = queue.leave(.success, after: .zero)
    #expect(nextWaiters.count == 1)
    let isRemoved = queue.remove(third) != nil
    #expect(!isRemoved)
    #expect(queue.state.running == 1 && queue.state.waiting == 0)
  }

  @Test("the place of a call that was cancelled when its turn came goes to the next")
  func nextWaiters() throws {
    let bulkhead = Bulkhead(ConcurrencyLimit(1, queue: 2))
    let told = Locked<[Int]>([])
    _ = try bulkhead.arrive()
    for number in 2...3 {
      let ticket = try #require(try bulkhead.arrive().ticket)
      let known = bulkhead.queue.withLock { queue in
        queue.register(
          { _ in
            told.withLock { $0.append(number) }
            return number == 3
          }, for: ticket)
      }
      #expect(known == nil)
    }
    bulkhead.leave(nil, after: .zero)
    #expect(told.withLock { $0 } == [2, 3])
    #expect(bulkhead.running == 1 && bulkhead.waiting == 0)
    bulkhead.leave(nil, after: .zero)
    #expect(bulkhead.running == 0)
  }

  @Test("a call whose wait is over before it begins to wait is late")
  func lateBeforeWaiting() throws {
    var queue = BulkheadQueue(ConcurrencyLimit(1, queue: 1))
    _ = queue.arrive()
    let ticket = try #require(try queue.arrive().get().ticket)
    #expect(queue.remove(ticket) == nil && queue.state.waiting == 0)
    let entry = queue.register({ _ in true }, for: ticket)
    if case .late? = entry {} else { Issue.record("\(String(describing: entry))") }
    // Its place is free.
    #expect(try queue.arrive().get().ticket != nil)
  }
}

import Dispatch
import RetryNumerics
import Testing

@testable import Retry

@Suite("First reply")
struct FirstReplyTests {
  @Test("the first value counts, and a later sender is told that it is late")
  func second() async {
    let answers = Locked<[Bool]>([])
    let value = await firstReply { reply in
      let taken = [reply(1), reply(2)]
      answers.withLock { $0 = taken }
      return {}
    }
    #expect(value == 1)
    #expect(answers.withLock { $0 } == [true, false])
  }

  @Test("nothing is left after a reply that came at once")
  func atOnce() async {
    let left = Locked(0)
    for _ in 0..<100 {
      let value = await firstReply { reply in
        _ = reply(1)
        return { left.withLock { $0 += 1 } }
      }
      #expect(value == 1)
    }
    #expect(left.withLock(\.self) == 0)
  }

  @Test("of two concurrent senders, one is told that it is late")
  func race() async {
    for _ in 0..<20_000 {
      let taken = Locked(0)
      _ = await firstReply { reply in
        DispatchQueue.concurrentPerform(iterations: 2) { number in
          if reply(number) { taken.withLock { $0 += 1 } }
        }
        return {}
      }
      #expect(taken.withLock { $0 } == 1)
    }
  }

  @Test("a sender to a cancelled task is told that it is late")
  func cancelled() async {
    let reply = Locked<(@Sendable (Int) -> Bool)?>(nil)
    let left = Locked(0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await firstReply { give in
        reply.withLock { $0 = give }
        return { left.withLock { $0 += 1 } }
      }
    }
    #expect(await task.value == nil)
    #expect(reply.withLock { $0 }?(1) == false)
    #expect(left.withLock { $0 } == 1)
  }
}

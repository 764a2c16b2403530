import Dispatch
import Testing

@testable import retrylab

@Suite("Messages that one thread reads and another answers")
struct MessageQueueTests {
  @Test("keep their order, and few of them wait however many come")
  func bound() {
    let queue = MessageQueue(most: 100)
    DispatchQueue.global().async {
      for number in 0..<20_000 { queue.add("\(number)") }
      queue.end()
    }
    var (next, greatest) = (0, 0)
    while let message = queue.next() {
      #expect(message == "\(next)")
      next += 1
      greatest = max(greatest, queue.waitingBytes)
    }
    #expect(next == 20_000 && queue.next() == nil)
    #expect(greatest <= 105)
  }

  @Test("are taken where one alone is longer than what may wait")
  func long() {
    let queue = MessageQueue(most: 2)
    DispatchQueue.global().async {
      for text in ["first", "second"] { queue.add(text) }
      queue.end()
    }
    #expect(queue.next() == "first" && queue.next() == "second" && queue.next() == nil)
  }
}

import RetryNumerics
import Testing

@testable import Retry

@Suite("First reply")
struct FirstReplyTests {
  @Test("the first value counts, and who gives another one is told that it comes too late")
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
}

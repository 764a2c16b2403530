import Dispatch

extension Trials {
  /// The number of calls that a thread takes at a time, where there are enough.
  private static let engineShare = 256
  /// More threads than this are not asked for; Dispatch starts no more than there are cores.
  private static let threadLimit = 256

  /// Has workers on all threads share the calls out, and merges what came of them.
  ///
  /// Parts merge in any order, so the assignment of calls to threads does not matter.
  func gather<Worker: TrialWorker>(
    share: Int = engineShare, _ makeWorker: @escaping @Sendable () -> Worker
  ) -> Worker.Part {
    let share = max(1, min(share, calls.count / 64))
    let queue = WorkQueue<Worker.Part>(calls: calls, share: share, watch: watch)
    @Sendable func work() {
      // A worker is made for the first share only, since most threads may find nothing left.
      guard let first = queue.take() else { return }
      var worker = makeWorker()
      var next: Range<UInt64>? = first
      while let share = next, worker.work(on: share) {
        queue.note(share)
        next = queue.take()
      }
      queue.add(worker.part)
    }
    let threads = min(threads ?? Self.threadLimit, (calls.count + share - 1) / share)
    if threads > 1 {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in work() }
    } else {
      work()
    }
    return queue.close() ?? makeWorker().part
  }
}

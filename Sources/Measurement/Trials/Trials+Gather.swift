import Dispatch

extension Trials {
  /// The maximum number of threads to request; Dispatch starts no more than one per core.
  private static let threadLimit = 256

  /// Runs the calls by workers on all threads and merges their results.
  ///
  /// Parts merge in any order, so the assignment of calls to threads does not matter.
  func run<Worker: TrialWorker>(
    share: Int, _ makeWorker: @escaping @Sendable () -> Worker
  ) -> Worker.Part {
    let share = max(1, min(share, calls.count / 64))
    let queue = WorkQueue<Worker.Part>(calls: calls, share: share, watch: watch)
    @Sendable func work() {
      // A worker is only created for the first share of a thread, because most threads may find none left.
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

extension Trials {
  /// Runs all calls one share after the other, as one of the threads of a program does.
  func run<Worker: TrialWorker>(
    share: Int, _ makeWorker: @escaping @Sendable () -> Worker
  ) -> Worker.Part {
    var worker = makeWorker()
    var next = calls.lowerBound
    while next < calls.upperBound, watch.isInterrupted?() != true {
      let end = next + min(UInt64(share), calls.upperBound - next)
      guard worker.work(on: next..<end) else { break }
      next = end
      watch.progress?(next - calls.lowerBound)
    }
    return worker.part
  }
}

import Retry
import RetryNumerics

/// A way to run a script under a policy.
enum Driver: CaseIterable {
  case task
  case blocking
  case callback

  /// Plays a script under a policy, and returns what happened.
  func play(
    _ script: Script, under policy: RetryPolicy<RequestError>, seed: UInt64 = 1,
    observer: RetryObserver<RequestError>? = nil
  ) async -> Timeline {
    let world = World(script)
    let generator = SplitMix64(seed: seed)
    switch self {
    case .task: await playTask(world, policy, generator, observer)
    case .blocking: playBlocking(world, policy, generator, observer)
    case .callback: playCallback(world, policy, generator, observer)
    }
    return world.timeline
  }

  private func playTask(
    _ world: World, _ policy: RetryPolicy<RequestError>, _ generator: SplitMix64,
    _ observer: RetryObserver<RequestError>?
  ) async {
    await Task {
      world.onCancel { withUnsafeCurrentTask { $0?.cancel() } }
      do throws(RetryFailure<RequestError>) {
        _ = try await policy.run(
          clock: WorldClock(world: world), using: generator, observer: observer
        ) { _ in
          world.answer()
        } operation: { () async throws(RequestError) in
          try world.attempt().get()
        }
        world.end(.success)
      } catch {
        world.end(Timeline.Ending(error))
      }
    }.value
  }

  private func playBlocking(
    _ world: World, _ policy: RetryPolicy<RequestError>, _ generator: SplitMix64,
    _ observer: RetryObserver<RequestError>?
  ) {
    let handle = RetryHandle()
    world.onCancel { handle.cancel() }
    do throws(RetryFailure<RequestError>) {
      _ = try policy.runBlocking(
        timer: world, handle: handle, using: generator, observer: observer
      ) { _ in
        world.answer()
      } operation: { () throws(RequestError) in
        try world.attempt().get()
      }
      world.end(.success)
    } catch {
      world.end(Timeline.Ending(error))
    }
  }

  private func playCallback(
    _ world: World, _ policy: RetryPolicy<RequestError>, _ generator: SplitMix64,
    _ observer: RetryObserver<RequestError>?
  ) {
    let handle = policy.start(on: world, using: generator, observer: observer) { _, reply in
      reply(world.answer())
    } operation: { report in
      world.attempt(report: report)
    } completion: { (result: Result<Int, RetryFailure<RequestError>>) in
      switch result {
      case .success: world.end(.success)
      case .failure(let failure): world.end(Timeline.Ending(failure))
      }
    }
    world.onCancel { handle.cancel() }
    world.runAgenda()
  }
}

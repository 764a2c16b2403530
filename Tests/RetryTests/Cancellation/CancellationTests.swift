import RetryNumerics
import RetrySystems
import Testing
import VirtualTime

/// Whatever is cancelled, and whenever, nothing of it is left.
@Suite("Cancellation")
struct CancellationTests {
  /// Lets a task that runs elsewhere reach its wait on the clock.
  private func settle(_ form: CancelledForm, _ scene: Scene) async {
    guard form.isForeign else { return }
    while scene.clock.pendingSleepers == 0, scene.ends.lines.isEmpty { await Task.yield() }
  }

  /// Lets time pass until the call is to be cancelled.
  private func pass(_ form: CancelledForm, _ scene: Scene) async {
    for step in scene.moment.steps {
      await settle(form, scene)
      scene.clock.advance(by: Nanoseconds(step * 1_000_000))
    }
  }

  /// Lets all happen that is still to come, on this clock or elsewhere.
  private func finish(_ form: CancelledForm, _ scene: Scene) async {
    while form.isForeign, scene.ends.lines.isEmpty { await Task.yield() }
    scene.clock.advanceUntilIdle()
    // What has ended elsewhere lets go of its closures a little later.
    for _ in 0..<10_000 where form.isForeign && scene.isHeld { await Task.yield() }
  }

  @Test(
    "leaves no timer, no sleeper and no closure, and completes once", arguments: CancelledForm.all,
    Moment.allCases)
  func leavesNothing(form: CancelledForm, moment: Moment) async {
    let scene = Scene(moment)
    let cancel = form.start(scene)
    await pass(form, scene)
    let cancelled = scene.clock.milliseconds
    cancel()
    cancel()
    await finish(form, scene)
    #expect(scene.ends.lines == [moment == .afterTheEnd ? "success 2" : "cancelled"])
    #expect(scene.attempts.lines.count == moment.attempts)
    #expect(scene.clock.pendingSleepers == 0)
    // An attempt with callbacks and the thoughts of a person go on by themselves; a wait does not.
    let isPerson = form.testDescription.hasPrefix("RetryHandler")
    let latest = moment == .inAnAttempt ? 100 : moment == .inAWait && isPerson ? 1100 : cancelled
    #expect(scene.clock.milliseconds <= latest)
    #expect(!scene.isHeld)
    withExtendedLifetime(cancel) {}
  }

  @Test("each form is cancelled at four moments, and succeeds without cancellation")
  func succeeds() async {
    for form in CancelledForm.all {
      let scene = Scene(.afterTheEnd)
      _ = form.start(scene)
      await pass(form, scene)
      await finish(form, scene)
      #expect(scene.ends.lines == ["success 2"], "\(form.testDescription)")
      #expect(scene.attempts.lines.count == 2)
      #expect(!scene.isHeld)
    }
  }
}

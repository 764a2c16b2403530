import Retry
import RetryNumerics

/// Plays a script by the decision function alone, as a driver should.
struct Reference {
  let script: Script
  let policy: RetryPolicy<RequestError>
  var generator: SplitMix64

  /// Returns what should happen; the cancellation of the script falls before the start or in a wait.
  mutating func timeline() -> Timeline {
    var timeline = Timeline()
    if script.cancelled == .zero {
      timeline.ending = .cancelled(last: nil)
      return timeline
    }
    var (state, questions) = (RetryState(), 0)
    while true {
      let step = script.step(timeline.attempts.count + 1)
      let start = timeline.end
      state.began = start
      timeline.end += Nanoseconds(step.latency)
      timeline.attempts.append(
        Timeline.Attempt(start: start, end: timeline.end, outcome: step.outcome))
      guard case .failure(let error) = step.outcome else { return timeline }
      if Endless.goesOn(to: timeline.attempts.count, most: 200) { return timeline }
      switch policy.decide(
        after: error, given: { GivenError($0) }, elapsed: timeline.end, state: &state,
        using: &generator)
      {
      case .fail(let reason): timeline.ending = .failure(error, reason)
      case .complete: timeline.ending = .completed
      case .ask:
        questions += 1
        if script.answer(questions) == .retry { break }
        timeline.ending = .failure(error, .declined)
      case .retry(let delay, _):
        timeline.end += delay.nanoseconds
        if let moment = script.cancelled.map(Nanoseconds.init), moment <= timeline.end {
          timeline.end = moment
          timeline.ending = .cancelled(last: error)
        }
      }
      guard timeline.ending == .success else { return timeline }
      if let reason = policy.mayStart(elapsed: timeline.end, state) {
        timeline.ending = .failure(error, reason)
        return timeline
      }
    }
  }
}

import Measurement
import Report
import RetryLanguage
import Simulation
import Tuning

// The kind of objects about a search.

extension JSONForms {
  /// A goal with what the found policy has.
  struct TunedGoal {
    let goal: String
    let state: String?
    let fresh: GoalReading
    let searched: Double
  }

  static let tune = JSONForm<(record: MeasuredRecord, found: TunedRecord)>(
    "tune", "the policy that a search found; its figures follow as objects of kind stats or load"
  ) {
    JSONKey("policy", "the policy, as text to paste") { $0.found.policy }
    JSONKey("verdict", "found; undecided, or none if no policy meets the goals") {
      $0.found.tuned.verdict.rawValue
    }
    JSONKey.described(
      "parameters", "parameters.*  any  the value of a parameter; the key of a duration ends in _ns"
    ) { .object($0.found.parameters.map { JSONValue.Member(key: $0, value: $1.json) }) }
    JSONKey.seed { $0.record.seed }
    JSONKey.each("goals", { $0.found.tunedGoals }) {
      JSONKey("goal", "a goal, as written") { $0.goal }
      JSONKey("state", "met, missed or undecided; null for a figure that should be low or high") {
        $0.state
      }
      JSONKey("value", "its figure under the fresh seed; times are in nanoseconds") {
        $0.fresh.value
      }
      JSONKey("low", "the lower bound of its 95% confidence interval") { $0.fresh.low }
      JSONKey("high", "the upper bound") { $0.fresh.high }
      JSONKey("searched", "the figure that it was chosen by") { $0.searched }
    }
    JSONKey("simpler", "a simpler policy that is as good; null if none was found") { subject in
      subject.found.tuned.simpler.map { subject.found.text.policy(at: $0.point) }
    }
    JSONKey("front", "a policy that no other beats in all figures") { subject in
      subject.found.tuned.front.map { subject.found.text.policy(at: $0.point) }
    }
    JSONKey("policies", "the number of policies that were measured") {
      $0.found.tuned.search.policies
    }
    JSONKey("batches", "the number of batches of calls, or of runs of loads, that were made") {
      $0.found.tuned.search.spent
    }
    JSONKey("batch_calls", "the number of calls in a batch; 0 for runs of loads") {
      $0.found.tuned.batchSize
    }
    JSONKey("decided", "whether the policy is the best finalist with 95% confidence") {
      $0.found.tuned.isDecided
    }
    JSONKey.draws { $0.record.seed }
    JSONKey.partial { $0.found.tuned.isPartial }
    JSONKey.spread { $0.record.spread }
  }
}

extension TunedRecord {
  /// The parameters of the policy, with keys that end in their unit.
  var parameters: [(key: String, value: FigureJSON)] {
    zip(text.parameters, tuned.best.point).map { parameter, number in
      let value: FigureJSON
      switch parameter.values {
      case .named:
        value = FigureJSON(item: .value(.text(parameter.text(of: number))), type: .text)
      case .numbers(let type):
        value = FigureJSON(item: parameter.item(of: number), type: type)
      }
      return (parameter.name + value.unit, value)
    }
  }

  fileprivate var tunedGoals: [JSONForms.TunedGoal] {
    let (fresh, searched) = (tuned.best.evidence, tuned.best.searched)
    let states = fresh.states(tuned.goals)
    return fresh.readings.indices.map { index in
      JSONForms.TunedGoal(
        goal: goals[index], state: states.indices.contains(index) ? states[index].rawValue : nil,
        fresh: fresh.readings[index], searched: searched.readings[index].value)
    }
  }
}

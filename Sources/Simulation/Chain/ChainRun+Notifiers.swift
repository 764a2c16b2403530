import RetryNumerics
import VirtualTime

// The reply of the pipeline of a `retryWhen` to an error.

extension ChainRun {
  /// Passes an error to the notifier of a layer and applies its reply.
  func notify(_ at: inout Point, _ place: Int) -> Course {
    let step = tables.steps[at.layer]
    let part = Int(step.part)
    if rows[place, part, as: Cell.self].isDone { return .leaves(Self.completed) }
    guard case .failure(let fault) = outcomes[Int(at.mark)] else { return .unknown }
    let notifier = tables.notifiers[Int(step.notifier)]
    let first = place * tables.noteCount + Int(step.firstNote)
    let asked = at.time
    var value = Value.fault(fault)
    var isCompleting = false
    defer { countFunctionCalls(place) }
    for index in 0..<notifier.with(\.count) {
      let reply = notifier.with {
        $0.reply(to: &value, at: index, &notes[first + index], rows[place].call, isCompleting)
      }
      switch reply {
      case .goesOn: break
      case .lasts: rows[place, part, as: Cell.self].isDone = true
      case .completes: isCompleting = true
      case .unknown: return .unknown
      case .waits(let delay):
        let before = at.time
        guard let course = wait(delay, &at, place) else { continue }
        if case .cut = course { rows[place].waited += before - asked }
        return course
      case .fails(let error):
        guard let mark = error == fault ? at.mark : mark(of: error) else { return .unknown }
        rows[place].waited += at.time - asked
        return .leaves(tables.leave(at.layer, mark))
      }
    }
    rows[place].waited += at.time - asked
    return isCompleting ? .leaves(Self.completed) : .again
  }

  /// The index of an error, if it is one of the chain's signals.
  private func mark(of fault: Fault) -> Int32? {
    outcomes.firstIndex(of: .failure(fault)).map(Int32.init)
  }
}

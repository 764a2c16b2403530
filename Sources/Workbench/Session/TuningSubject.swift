import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import Tuning

/// What a search chooses from, and what it is asked for.
struct TuningSubject: Sendable {
  let text: TunedText
  let axes: [ParameterAxis]
  /// What makes it of numbers and the world, for every combination of the named values; the last one changes fastest.
  let makers: [Function]
  /// The worlds and their texts; without any, there is only one.
  let worlds: [(item: RuntimeValue, text: String)]
  let goals: Goals
  /// The goals as written.
  let goalTexts: [String]

  /// Returns what runs in each world with the values of a point.
  func made(at point: Point) throws(Fault) -> [Runnable] {
    var (maker, numbers) = (0, [RuntimeValue]())
    for (parameter, value) in zip(text.parameters, point) {
      if case .named(let choices) = parameter.values {
        maker = maker * choices.count + Int(value)
      } else {
        numbers.append(parameter.item(of: value))
      }
    }
    guard !worlds.isEmpty else { return [try runnable(makers[maker].made(of: numbers))] }
    var made: [Runnable] = []
    for world in worlds {
      made.append(try runnable(makers[maker].made(of: numbers + [world.item])))
    }
    return made
  }

  private func runnable(_ item: RuntimeValue) throws(Fault) -> Runnable {
    guard let runnable = Runnable(item) else {
      throw Fault("invalid", .text("what is searched is not an operation or a load"))
    }
    return runnable
  }
}

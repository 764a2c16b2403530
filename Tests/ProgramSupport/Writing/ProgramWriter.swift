import RetryLanguage
import VirtualTime

/// Composes programs that are well formed, by the types in the table of names.
///
/// The same seed makes the same program.
///
///     var writer = ProgramWriter(seed: 7)
///     let text = writer.program()
package struct ProgramWriter {
  /// A name and its meaning.
  struct Named {
    let name: String
    let type: Type
  }

  var dice: Dice
  /// The definitions so far, and the parameters of the enclosing closures.
  var names: [Named] = []
  var functions: [Own] = []
  /// The number of results that there have been.
  var resultCount = 0
  /// How many closures of calls stand around the expression at hand.
  var closureDepth = 0
  /// The number of names that were made up.
  private var madeUp = 0

  /// Creates the writer of a seed.
  package init(seed: UInt64) {
    dice = Dice(seed: seed, name: "program")
  }

  /// Returns a program of some statements, the first of which bounds the work of a call.
  package mutating func program(statements most: Int = 8) -> String {
    var lines = ["set events \(dice.pick([20, 40, 80]) ?? 60)"]
    let count = 1 + dice.below(most)
    while lines.count <= count { lines.append(statement()) }
    return lines.joined(separator: "\n")
  }

  /// Makes a name up that nothing has.
  mutating func freshName() -> String {
    madeUp += 1
    return "v\(madeUp)"
  }

  /// Takes note of a result that a statement leaves behind.
  mutating func noteResult(_ type: Type) {
    resultCount += 1
    names.removeAll { $0.name == "_" }
    names.append(Named(name: "_\(resultCount)", type: type))
    names.append(Named(name: "_", type: type))
  }
}

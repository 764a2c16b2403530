import Simulation
import Testing

@testable import RetryLanguage

@Suite("A strategy that decides whether a call may go on")
struct GuardFormTests {
  /// The settings of a form, without the value that it may take in their place.
  private static func settings(_ form: Callable) -> [String] {
    form.parameters.map { "\($0.label ?? "_"): \($0.type) \($0.isOptional) \($0.meaning ?? "")" }
  }

  @Test("has the same settings as a value and as an operator", arguments: Guard.Sort.allCases)
  func settings(sort: Guard.Sort) {
    let values = Catalogue.functions(named: sort.valueName)
      .filter { $0.result == .guarding(sort) }
    let operators = Catalogue.all.filter { form in
      form.name == sort.operatorName && form.receiver != nil
        && form.parameters.first?.type != .guarding(sort)
    }
    #expect(!values.isEmpty && values.map(Self.settings) == operators.map(Self.settings))
  }
}

// A page has no encoders, so it neither writes the rules of the library nor reads them.

extension Library {
  static let encodedRules: [DocumentReading] = []
  static let ruleTargets: [PolicyTarget] = []
}

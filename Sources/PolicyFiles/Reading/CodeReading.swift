/// How the policies of a library are found in code.
struct CodeReading: Sendable {
  /// The library, in words.
  let library: String
  /// Whether the code calls the operation there, so that a name is that of its result.
  let isCall: Bool
  /// The names of what makes a policy, which are noted where they are not read.
  let makers: Set<String>
  /// Whether something else in a value may make a policy: the call at a place among its links.
  let mayMake: @Sendable (CodeReader, CodeValue, Int) -> Bool
  /// Returns the policy that a value makes; `nil` if it makes none of the library.
  let read: @Sendable (inout CodeReader, CodeValue) -> CodePolicy?

  init(
    _ library: String, isCall: Bool = false, makers: Set<String> = [],
    mayMake: @escaping @Sendable (CodeReader, CodeValue, Int) -> Bool = { _, _, _ in false },
    _ read: @escaping @Sendable (inout CodeReader, CodeValue) -> CodePolicy?
  ) {
    (self.library, self.isCall, self.makers) = (library, isCall, makers)
    (self.mayMake, self.read) = (mayMake, read)
  }
}

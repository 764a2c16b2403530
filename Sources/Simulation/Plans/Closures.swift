package import VirtualTime

/// A closure from a value to a value, which may draw random numbers and may fail the sequence.
package typealias Transform = @Sendable (Value, inout Draws) throws(Fault) -> Value

/// A closure from a value to a Boolean.
package typealias Predicate = @Sendable (Value, inout Draws) throws(Fault) -> Bool

/// A closure from the current result and a value to the next result.
package typealias Combine = @Sendable (Value, Value, inout Draws) throws(Fault) -> Value

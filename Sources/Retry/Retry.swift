// The first file of this floor comes with its first type.

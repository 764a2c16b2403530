/// The vector width that loops are compiled for.
enum LaneWidth: Comparable {
  case plain
  case wide
  case widest
}

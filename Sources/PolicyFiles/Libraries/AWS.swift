import Documents

extension Library {
  /// The SDKs of AWS, whose files are no documents.
  static let aws = Library(files: "AWS")
}

extension PolicyFile {
  /// Reads the profiles of a configuration of AWS.
  init(aws text: String) throws(DocumentError) {
    self.init("a configuration of AWS")
    var (profile, began) = ("default", Place(line: 1, column: 1))
    var found: [String: Document] = [:]
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let place = Place(line: index + 1, column: 1)
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        try addProfile(profile, found, began)
        profile = String(line[line.index(after: line.startIndex)..<end])
        (found, began) = ([:], place)
      } else if let equals = line.firstIndex(of: "="), let first = line.first,
        !"#; \t".contains(first)
      {
        let key = line[..<equals].filter { !$0.isWhitespace }
        // A comment follows a space.
        let rest = line[line.index(after: equals)...].drop { $0.isWhitespace }
        let value = String(rest.prefix { !$0.isWhitespace })
        let column = line.distance(from: line.startIndex, to: rest.startIndex) + 1
        found[key] = Document(
          content: .scalar(Scalar(text: value, style: .property)),
          place: Place(line: index + 1, column: column))
      }
    }
    try addProfile(profile, found, began)
    if policies.isEmpty, let remark = remarks.first { throw remark }
  }

  private mutating func addProfile(
    _ name: String, _ found: [String: Document], _ place: Place
  ) throws(DocumentError) {
    let mode = try found["retry_mode"]?.text
    guard mode != nil || found["max_attempts"] != nil else { return }
    if mode == "legacy" {
      return remark(found["retry_mode"]?.place ?? place, "the mode 'legacy' is not known here")
    }
    guard mode == nil || mode == "standard" || mode == "adaptive" else {
      throw found["retry_mode"]?.unlike("standard, adaptive or legacy")
        ?? DocumentError(place, "no mode")
    }
    if mode == nil {
      remark(
        place,
        "without 'retry_mode', boto3 and version 1 of the CLI have the mode 'legacy': read as 'standard'"
      )
    }
    var call = PresetCall(mode == "adaptive" ? "aws-adaptive" : "aws-standard-2.1")
    try call.set("max_attempts", found["max_attempts"])
    add(call, for: name, at: place)
  }
}

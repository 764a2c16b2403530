import Testing

@testable import Workbench

@Suite("The record of a class")
struct ClassRecordTests {
  @Test("is read as it was written")
  func roundTrip() throws {
    let task = try ClassTaskTests.tasks()[0]
    let handouts = try ["Ana Ó, B", "ben"].map { try ClassTaskTests.handout(task, $0) }
    let record = ClassRecord(handouts, of: "lessons/a b")
    #expect(ClassRecord(record.text) == record)
    #expect(record.students == ["Ana Ó, B", "ben"])
    #expect(
      record.text.hasPrefix(
        "retrylab class\nexercises\tlessons/a b\n\nstudent\texercise\tseed\nAna"))
  }

  @Test(
    "is not read from another file",
    arguments: [
      "", "retrylab class\n",
      "retrylab class\nexercises\ta\n\nstudent\texercise\tseed\nana\ttwice\n",
      "retrylab class\nexercises\ta\n\nstudent\texercise\tseed\nana\ttwice\tx\n",
      "retrylab class\nexercises\ta\n\nstudent\texercise\tseed\n../ana\ttwice\t7\n",
      "retrylab class\nexercises\ta\n\nstudent\texercise\tseed\nana\ttwice\t18446744073709551615\n",
    ])
  func foreign(text: String) {
    #expect(ClassRecord(text) == nil)
  }

  @Test("has names that can be names of folders")
  func names() {
    #expect(Students.numbered(3) == ["student-01", "student-02", "student-03"])
    #expect(Students.numbered(100).last == "student-100")
    #expect(Students.numbered(100).first == "student-001")
    #expect(Students.listed(in: " Ana Ó \r\n\n ben\n") == ["Ana Ó", "ben"])
    #expect(Students.listed(in: "\u{FEFF}Ana Ó\r\nben") == ["Ana Ó", "ben"])
    #expect(Students.problem(in: ["Ana Ó", "ben"]) == nil)
    for names in [
      [], ["a/b"], ["..", "b"], ["a\tb"], ["\u{1B}[2J"], ["Ben", "ben"], ["Class.txt"],
    ] {
      #expect(Students.problem(in: names) != nil, "\(names)")
    }
  }
}

import Foundation
import Testing

/// Programs that `swift test` does not build would be found broken only when somebody needs them.
@Suite("A program that is built apart from the package", .enabled(if: Project.isOnLinux))
struct SeparateProgramTests {
  @Test(
    "still compiles",
    arguments: ["Fuzzing/Sessions", "Fuzzing/Requests", "Programs", "Mutation", "Stress"])
  func compiles(folder: String) throws {
    let run = try Project.run([
      "sh", "-c",
      """
      host="$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/host"
      maps="$(for map in Sources/*/module.modulemap; do echo "-Xcc -fmodule-map-file=$map"; done)"
      swiftc -typecheck -swift-version 6 -package-name "$3" -parse-as-library \
        -I "$1" -I "$host" $maps Tests/"$2"/*.swift
      """, "sh", Project.modules.path, folder, Project.packageName,
    ])
    #expect(run.code == 0, "\(run.output)")
  }
}

import Foundation
import Testing

@Suite("A package that depends on the library")
struct DependentPackageTests {
  @Test("it is built without a word about libedit and libyaml, and needs neither")
  func builds() throws {
    let package = try DependentPackage.built.get()
    #expect(package.build.code == 0, "\(package.build.output)")
    #expect(!package.build.output.contains("warning"), "\(package.build.output)")
    let run = try package.run("dependent")
    #expect(run == Program.Run(code: 0, output: "3 7200.0 seconds\n", errors: ""))
    let libraries = try package.libraries(of: "dependent")
    #expect(libraries.contains("libc.so"))
    #expect(!libraries.contains("libedit") && !libraries.contains("libyaml"), "\(libraries)")
  }

  @Test("the program of each article prints what the article says", arguments: Article.all)
  func articles(article: Article) throws {
    let run = try DependentPackage.built.get().run(article.module)
    #expect(run.output == article.output)
    #expect(run.code == 0)
  }

  @Test("the tests in the articles pass")
  func tests() throws {
    let run = try DependentPackage.built.get().test()
    #expect(run.code == 0, "\(run.output)")
    let count = Article.all.flatMap { $0.files(areTests: true) }.reduce(0) {
      $0 + $1.components(separatedBy: "@Test").count - 1
    }
    #expect(count >= 9 && run.output.contains("with \(count) tests"), "\(run.output)")
  }
}

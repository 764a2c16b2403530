import Documents
import PolicyFiles
import Testing

/// Code whose settings cannot be known, and what is said of them.
@Suite("A name in code")
struct NameReadingTests {
  private static let unknown = "is no literal value"

  @Test(
    "is no literal value where something else may stand for it",
    arguments: [
      ("a.py", "N = 3\nN += 2\nN *= 2\n@retry(stop=stop_after_attempt(N))\ndef f(): pass"),
      (
        "a.py",
        "MAX = 3\ndef other():\n  MAX = 99\n@retry(stop=stop_after_attempt(MAX))\ndef f(): pass"
      ),
      (
        "a.py",
        "attempts = 2\ndef make(attempts):\n  @retry(stop=stop_after_attempt(attempts))\n  def f(): pass"
      ),
      (
        "a.py",
        "if PROD:\n  N = 10\nelse:\n  N = 2\n@retry(stop=stop_after_attempt(N))\ndef f(): pass"
      ),
      (
        "a.py",
        "if PROD:\n  N = 10\n@retry(stop=stop_after_attempt(N))\ndef f(): pass"
      ),
      (
        "a.py",
        "if PROD:\n  if FAST:\n    M = 1\n  N = 10\n@retry(stop=stop_after_attempt(N))\ndef f(): pass"
      ),
      (
        "a.py",
        "if PROD: N = 10\n@retry(stop=stop_after_attempt(N))\ndef f(): pass"
      ),
      (
        "a.py",
        "CHART = {\"attempts\": 99}\nattempts = int(os.environ['N'])\n@retry(stop=stop_after_attempt(attempts))\ndef f(): pass"
      ),
      ("A.java", "int n = 3;\nn++;\nn += 4;\nRetryConfig.custom().maxAttempts(n).build();"),
      (
        "A.java",
        "static final int n = 2;\nRetryConfig make(int n) {\n  return RetryConfig.custom().maxAttempts(n).build();\n}"
      ),
      (
        "a.go",
        "n := 9\nif n > 5 { n = 5 }\nreturn retrypolicy.NewBuilder[any]().WithMaxRetries(n).Build()"
      ),
      (
        "a.go",
        "const n = 2\nfunc New(n int) retrypolicy.RetryPolicy[any] {\n  return retrypolicy.NewBuilder[any]().WithMaxRetries(n).Build()\n}"
      ),
      (
        "a.ts",
        "class A {\n  make(attempts: number) {\n    return retry(handleAll, { maxAttempts: attempts });\n  }\n  attempts = 5;\n}"
      ),
      (
        "a.ts",
        "const attempts = 2;\nconst make = (attempts) => retry(handleAll, { maxAttempts: attempts });"
      ),
      (
        "a.cs",
        "var n = 3;\nif (isProduction) {\n  n = 10;\n}\nvar a = new RetryStrategyOptions { MaxRetryAttempts = n };"
      ),
    ])
  func unsteady(name: String, code: String) throws {
    let file = try PolicyFile(code, named: name)
    #expect(file.policies.count == 1)
    #expect(file.remarks.contains { $0.description.contains(Self.unknown) }, "\(file.remarks)")
    let digits = file.policies.first?.text.filter(\.isNumber).filter { $0 != "4" }
    #expect(digits == "", "\(file.policies.map(\.text))")
  }

  @Test(
    "is its value where nothing else stands for it",
    arguments: [
      (
        "a.py", "N = 10 // 2\n@retry(stop=stop_after_attempt(N))\ndef f(): pass",
        "stop_after_attempt: 5"
      ),
      (
        "a.py", "def g(n=1): pass\nN = 5\n@retry(stop=stop_after_attempt(N))\ndef f(): pass",
        "stop_after_attempt: 5"
      ),
      ("A.java", "int n = 4; // 3\nRetryConfig.custom().maxAttempts(n).build();", "maxAttempts: 4"),
      (
        "a.ts",
        "const config = { attempts: 99 };\nconst attempts = 3;\nconst p = retry(handleAll, { maxAttempts: attempts });",
        "maxAttempts: 3"
      ),
    ])
  func steady(name: String, code: String, words: String) throws {
    let file = try PolicyFile(code, named: name)
    #expect(file.policies.first?.text.contains(words) == true, "\(file.policies) \(file.remarks)")
    #expect(file.remarks.isEmpty, "\(file.remarks)")
  }

  @Test(
    "does not end in a text or a pattern of its language",
    arguments: [
      (
        "a.cs",
        "var path = @\"C:\\\";\nvar a = new RetryStrategyOptions { MaxRetryAttempts = 1 };\nvar b = new RetryStrategyOptions { MaxRetryAttempts = 2 };"
      ),
      (
        "a.ts",
        "const re = /`[/\"]/;\nconst a = retry(handleAll, { maxAttempts: 1 });\nconst b = retry(handleAll, { maxAttempts: 2 });\nconst t = `x`;"
      ),
      (
        "a.go",
        "path := `C:\\`\na := retrypolicy.NewBuilder[any]().WithMaxRetries(1).Build()\nb := retrypolicy.NewBuilder[any]().WithMaxRetries(2).Build()"
      ),
    ])
  func texts(name: String, code: String) throws {
    #expect(try PolicyFile(code, named: name).policies.map(\.name) == ["a", "b"])
  }

  @Test(
    "may begin with another policy, which is noted",
    arguments: [
      (
        "A.java", "var p = RetryPolicy.builder(q.getConfig()).withMaxRetries(7).build();",
        "'q.getConfig()' is a policy to begin with"
      ),
      ("a.py", "r = retry.Retry(initial=1.0).with_timeout(None)", "'None' is not read"),
      (
        "a.py", "import tenacity\na = base.copy(stop=stop_after_attempt(2))",
        "may make a retry policy"
      ),
      (
        "a.py", "from tenacity import retry\n@retry(**OPTS)\ndef f(): pass",
        "may make a retry policy"
      ),
      (
        "a.py", "import tenacity\nr = partial(retry, stop=stop_after_attempt(2))",
        "may make a retry policy"
      ),
      ("a.py", "f.retry_with(stop=stop_after_attempt(4))()", "may make a retry policy"),
      (
        "a.py", "@backoff.on_predicate(backoff.fibo, max_value=13, max_tries=5)\ndef f(): pass",
        "'on_predicate' retries results, and no error: it is not read"
      ),
    ])
  func derived(name: String, code: String, words: String) throws {
    // A file without a policy that is read is refused with what was noted.
    let said: String
    do {
      said = "\(try PolicyFile(code, named: name).remarks)"
    } catch { said = "\(error)" }
    #expect(said.contains(words), "\(said)")
  }
}

import Report

// The articles for other programs.

extension Article {
  static let json = Article(
    name: "json", summary: "output for programs: the objects of --json, their keys and units",
    text: Schema.helpText, example: "run op(fails: 50%).retry(3)")

  static let serve = Article(
    name: "serve", summary: "how a program drives a session: retrylab --serve",
    text: """
      'retrylab --serve' reads one JSON request per line from standard input and writes lines of JSON to \
      standard output. A request is an object with "do" and "id"; every line of its response repeats the \
      "id", and the last one has the kind "done". All requests share one session; an error ends only its \
      own request. 'help json' lists the keys of each line.
      {"id": 1, "do": "run", "text": "let f = op(fails: 30%)\\nf.retry(3)"} runs a text; add "as": "text", \
      "as": "csv" or "as": "html" for another output format, or "as": "bundle" for text, parts of a page, \
      pictures and objects together. "to": "a" keeps the state of the session \
      afterwards under a name, "from": "a" starts from it, and "most": 10000 limits a measurement
      {"id": 2, "do": "check", "text": "f.rety(3)"} checks a text without running it; a line of the kind \
      "continuation" tells how an incomplete text goes on
      {"id": 3, "do": "complete", "text": "f.ret", "position": 5} lists completions; positions count code \
      points, or what "units" says, also in errors: "characters", "codepoints" or "utf16"
      {"id": 4, "do": "signature", "text": "f.retry(attempts: "} shows the signature of the call
      {"id": 5, "do": "help", "word": "retry"} shows the help on a word; "text" and "position" \
      tell which instead
      {"id": 6, "do": "stop"} stops all requests before it, which end with "status": "stopped"; \
      with "of": 1 only the request with that id
      {"id": 7, "do": "answer", "text": "retry"} answers a line of the kind "question"
      {"id": 8, "do": "colours", "text": "op(fails: 30%)"} splits a text into pieces of one colour; \
      "do": "sections" splits it where narration follows a result
      {"id": 9, "do": "frame", "name": "p1-2", "at_ns": 0, "columns": 80, "rows": 20} shows the moment of \
      a play that a line of the kind "playable" names
      {"id": 10, "do": "put", "name": "a.retry", "text": "op()"} gives a file, which takes the place of \
      one on disk
      {"id": 11, "do": "digest", "text": "op()"} runs a text as a file, and tells a digest that is the \
      same for the same results
      {"id": 12, "do": "quit"} ends the session; so does the end of the input
      """,
    example: "stats op(fails: 30%).retry(3) calls 1000")

  static let editors = Article(
    name: "editors", aliases: ["lsp", "mcp", "notebooks", "jupyter", "python"],
    summary: "scenarios in editors, notebooks and assistants",
    text: """
      'retrylab --lsp' answers an editor by the Language Server Protocol: mistakes with corrections, \
      completions, help, colours and results, as at this prompt
      'retrylab --grammar' prints a TextMate grammar, for editors that only need the colours
      'retrylab --mcp' answers an assistant by the Model Context Protocol
      'pip install' of the wheel brings a kernel for notebooks and the Python module 'retrylab'; \
      'export lab.ipynb' writes the lines entered so far as a notebook, and 'retrylab lab.ipynb' runs one
      The documentation has the settings of each editor.
      """,
    example: "stats op(fails: 30%).retry(3) calls 1000")
}

// What other programs get, and how they ask for it.

extension Article {
  static let json = Article(
    name: "json", summary: "what programs get: the objects of --json, with their keys and units",
    text: Schema.text, example: "run op(fails: 50%).retry(3)")

  static let serve = Article(
    name: "serve", summary: "how another program talks to a session: retrylab --serve",
    text: """
      'retrylab --serve' reads a request a line from standard input, and answers with lines of JSON on \
      standard output. A request is an object with "do", and with an "id" that each line of the answer \
      carries. An answer ends with a line of the kind "done". All requests share one session; a mistake \
      ends its request only. 'help json' lists what the lines hold.
      {"id": 1, "do": "run", "text": "let f = op(fails: 30%)\\nf.retry(3)"} runs a text; "as": "text" or \
      "csv" tells it in that form
      {"id": 2, "do": "check", "text": "f.rety(3)"} reads and checks a text, and runs nothing
      {"id": 3, "do": "complete", "text": "f.ret", "position": 5} lists ways to go on; a position counts \
      code points
      {"id": 4, "do": "signature", "text": "f.retry(attempts: "} tells how the call is written
      {"id": 5, "do": "help", "word": "retry"} tells of a word
      {"id": 6, "do": "stop"} stops what runs, which then ends with "status": "stopped"
      {"id": 7, "do": "answer", "text": "retry"} answers a line of the kind "question"
      {"id": 8, "do": "quit"} ends the session, as the end of the input does
      """,
    example: "stats op(fails: 30%).retry(3) calls 1000")
}

// The articles on learning and teaching.

extension Article {
  static let lessons = Article(
    name: "lessons", summary: "how to take a lesson",
    text: """
      'lesson' lists the lessons, and 'lesson 1' starts the first, or goes on where you left it; \
      'lesson 1 again' starts over, and 'lesson mine.retry' takes one from a file. 'next' and 'back' move \
      between sections, and 'next' at the end starts the next lesson. 'course hour' takes the lessons for an \
      hour, one after the other, 'course day' all on distributed systems, 'course swift' those on \
      Swift and Rx, and 'course mine/' those in a folder; each continues with the first lesson that you have not completed. 'course sheet' shows the rules \
      of all lessons. When asked to predict a figure, type it or press Enter to skip.
      In an exercise, define the name that it asks for, usually 'answer'. 'check' measures your answer \
      against the goals, 'hint' helps, and once your answer is right, 'solution' shows the author's. You can \
      run other commands in between, and 'save' keeps your answer. Your progress is saved.
      """,
    example: """
      let fetch = op(latency: 50ms, fails: 20%)
      exercise answer of fetch
      goal success >= 94% calls 1000
      let answer = fetch.retry(2)
      check
      """)

  static let writing = Article(
    name: "writing", aliases: ["author", "teaching"], summary: "how to write a lesson",
    text: """
      A lesson is a file, written in any editor. Lines that start with /// are what students read; the \
      first is the title. Definitions and commands run as they are, and students see them.
      A section ends where narration follows a result. 'next' shows the following one.
      predict success           asks for a guess about the next result of the section
      expect success >= 78%     checks what the narration claims; students do not see it
      exercise answer of fetch  asks for an 'answer' that runs 'fetch', at the end of a section
      Below it, without narration in between, write what belongs to the exercise:
      goal success >= 94% calls 1000   a condition as for 'expect', here on 1000 calls
      goal latency <= 3s               on one call; 'call 7' at the end selects another
      goal p99 <= 1s under day         on a load, where day is a closure that makes one of the answer
      hint "text"                      hints are shown one at a time, so begin with a vague one
      solution fetch.retry(2)          an answer that meets all goals
      wrong fetch                      an answer that misses a goal, to show that they catch it
      remember "rule"                  the lesson in one sentence, shown at its end
      let n = variant(2, 3, 5)         a value that differs from student to student in a class; narration \
      and hints show it as \\(n), and each is tested with your answers
      'lesson mine.retry' starts it. 'retrylab test mine.retry' runs it, and checks that solutions meet the \
      goals and wrong answers do not. An exercise without a goal, or a prediction without a result in its \
      section, is an error; 'retrylab --check mine.retry' finds it, too.
      """,
    example: """
      /// Twice is better. Each attempt fails one time in five.
      let fetch = op(latency: 50ms, fails: 20%)
      predict success
      stats fetch calls 1000
      expect success >= 78%

      /// Now you: make at least 94 calls in 100 succeed.
      exercise answer of fetch
      goal success >= 94% calls 1000
      hint "how often do two attempts fail in a row?"
      solution fetch.retry(2)
      wrong fetch
      """)

  static let classes = Article(
    name: "class", aliases: ["classes", "pack", "grade", "students", "copies"],
    summary: "how to give exercises to a class, and grade the answers: retrylab class",
    text: """
      'retrylab class pack exercises --for 30' takes the exercises out of the lessons in a folder, and writes \
      a folder for each of 30 students, below 'class' or what '--to' names; '--for names.txt' takes names \
      from a list, one per line. Each exercise becomes a file with its narration, definitions, goals and \
      hints, without solutions, and with a seed of the student's own. Seeds are drawn from '--seed' and the \
      names, and only seeds are used under which the solutions meet the goals and the wrong answers miss one.
      Students define 'answer' at the end of the file, or open it with 'lesson' at the prompt and save their \
      answer beside it. class.txt, which lists the seeds, stays with you. \
      '--lessons' adds the whole lessons without their answers, which 'course lessons/' takes.
      'retrylab class grade answers' reads a folder with a folder for each student, and measures each goal. \
      Only definitions that 'answer' uses count. They can only compute: they read and write no files, \
      cannot replace your operation, server, goals or seed, and are stopped if they run too long. It prints \
      a table of students by exercises, how many solved each exercise, which goal was missed most and the \
      most common wrong answer; '--details' adds the result of each goal. '--json' prints the grades for \
      programs; '--csv FILE', '--junit FILE' and '--html FILE' write them to files. '--exercises PATH' and \
      '--class FOLDER' say where lessons and class.txt are now. Predictions that 'save' has kept with the \
      answers are shown with what was measured. The same files always get the same grades.
      Copies are answers of at least 24 tokens that are the same except for layout, order and the names \
      that students chose, and answers that have the same text with the same comments. Shorter answers, \
      and those that the author gives as solutions, are often alike by chance.
      """,
    example: """
      let fetch = op(latency: 50ms, fails: 20%)
      seed 172202067
      exercise answer of fetch
      goal success >= 94% calls 1000
      let answer = fetch.retry(2)
      check
      """)
}

# Completes retrylab in fish: retrylab --completions fish | source

# The words of the task before the cursor, or 'files' behind a file, or nothing.
function __retrylab_task
  set -l task ''
  set -l skips 0
  set -l words (commandline -opc)
  for word in $words[2..]
    if test $skips -eq 1
      set skips 0
      continue
    end
    switch "$task $word"
      case "$task -e" "$task --seed" "$task --seeds" "$task --threads" "$task --tolerance" "$task --junit" "$task --html" 'class pack --for' 'class pack --to' "$task --class" "$task --exercises" 'class grade --csv' "$task --shard" "$task --shards" "$task --out" "$task --after" "$task --on" "$task --port" "$task --policy" "$task --late" 'listen --for' 'judge --for' 'verify --for' "$task --speed" "$task --session" 'listen --to' 'judge --to' "$task --as" "$task --path" "$task --unit" "$task --color" "$task --colour" "$task --completions"
        set skips 1
      case "$task -*"
      case ' test' ' replay' ' report' ' page' ' class' ' work' ' merge' ' bench-policy' ' listen' ' judge' ' verify' ' fit' 'class pack' 'class grade'
        set task (string trim -- "$task $word")
      case '*'
        test -z "$task"; and set task files
    end
  end
  echo $task
end

# Whether the task is one of some.
function __retrylab_in
  contains -- "$(__retrylab_task)" $argv
end

function __retrylab_files
  if not string match -q -- '-*' (commandline -ct)
    __fish_complete_suffix .retry | string match -r -- '^.*(?:/|\.retry)$'
  end
end

# Files, or else the scenarios in the program.
function __retrylab_scenarios
  set -l found (__retrylab_files)
  string join -- \n $found
  if test (count $found) -eq 0; and string match -q -- 'scen*' (commandline -ct)
    echo 'scenarios/gallery.retry
scenarios/lessons/01-attempt.retry
scenarios/lessons/02-timeout.retry
scenarios/lessons/03-which-errors.retry
scenarios/lessons/04-delay.retry
scenarios/lessons/05-backoff.retry
scenarios/lessons/06-jitter.retry
scenarios/lessons/07-deadlines.retry
scenarios/lessons/08-measuring.retry
scenarios/lessons/09-utilization.retry
scenarios/lessons/10-open-closed.retry
scenarios/lessons/11-storms.retry
scenarios/lessons/12-herd.retry
scenarios/lessons/13-metastability.retry
scenarios/lessons/14-budgets.retry
scenarios/lessons/15-breakers.retry
scenarios/lessons/16-hints.retry
scenarios/lessons/17-handed-down.retry
scenarios/lessons/18-layers.retry
scenarios/lessons/19-effects.retry
scenarios/lessons/20-idempotency.retry
scenarios/lessons/21-hedging.retry
scenarios/lessons/22-together.retry
scenarios/lessons/23-elsewhere.retry
scenarios/lessons/24-your-program.retry
scenarios/lessons/25-counting.retry
scenarios/lessons/26-retry-when.retry
scenarios/lessons/27-filters.retry
scenarios/lessons/28-person.retry
scenarios/lessons/29-cancelling.retry
scenarios/seeds/s01-fallible-sync.retry
scenarios/seeds/s02-fallible-async.retry
scenarios/seeds/s03-result-chain.retry
scenarios/seeds/s04-rx-retry.retry
scenarios/seeds/s05-rx-retry-count.retry
scenarios/seeds/s06-rx-retry-delay.retry
scenarios/seeds/s07-rx-silent-end.retry
scenarios/seeds/s08-rx-person.retry
scenarios/seeds/s09-combine-retry.retry
scenarios/seeds/s10-task-retrying.retry
scenarios/seeds/s11-service-filter.retry
scenarios/seeds/s12-retry-filter.retry
scenarios/seeds/s13-auth-filter.retry
scenarios/seeds/s14-transform-json.retry
scenarios/seeds/s15-typed-errors.retry
scenarios/seeds/s16-cache-fallback.retry
scenarios/studies/adaptive-throttle.retry
scenarios/studies/aloha.retry
scenarios/studies/backoff-schedule.retry
scenarios/studies/budgets.retry
scenarios/studies/bursts.retry
scenarios/studies/cold-cache.retry
scenarios/studies/congestive-collapse.retry
scenarios/studies/contention.retry
scenarios/studies/double-charge.retry
scenarios/studies/from-a-log.retry
scenarios/studies/good-retry-bad-retry.retry
scenarios/studies/hedging.retry
scenarios/studies/holding-outage.retry
scenarios/studies/layers.retry
scenarios/studies/metastable-queue.retry
scenarios/studies/off-by-one.retry
scenarios/studies/open-closed.retry
scenarios/studies/outages.retry
scenarios/studies/restarts.retry
scenarios/studies/retrials.retry
scenarios/studies/retry-storm.retry
scenarios/studies/single-queue.retry
scenarios/studies/slow-dependency.retry
scenarios/studies/surge.retry
scenarios/studies/tail-at-scale.retry
scenarios/tour.retry'
  end
end

complete -c retrylab -f
complete -c retrylab -n "__retrylab_in ''" -a test -d 'check scenarios against expectations and recordings'
complete -c retrylab -n "__retrylab_in ''" -a replay -d 'compare scenarios with their recordings'
complete -c retrylab -n "__retrylab_in ''" -a report -d 'write scenarios as an HTML page, two of them side by side'
complete -c retrylab -n "__retrylab_in ''" -a page -d 'write the laboratory as an HTML page, which begins with scenarios or a lesson'
complete -c retrylab -n "__retrylab_in ''" -a class -d 'pack or grade'
complete -c retrylab -n "__retrylab_in ''" -a work -d 'make one shard of the measurements of a file, or of the checks of a folder'
complete -c retrylab -n "__retrylab_in ''" -a merge -d 'print what the parts of all shards give'
complete -c retrylab -n "__retrylab_in ''" -a bench-policy -d 'check that a policy meets goals, and show what has changed'
complete -c retrylab -n "__retrylab_in ''" -a listen -d 'answer HTTP requests as the operations of a file do'
complete -c retrylab -n "__retrylab_in ''" -a judge -d 'judge whether a real client does what its policy says'
complete -c retrylab -n "__retrylab_in ''" -a verify -d 'compare the figures of a real client with the predicted ones'
complete -c retrylab -n "__retrylab_in ''" -a fit -d 'define an operation as the requests of a log suggest it, and say how well it fits'
complete -c retrylab -n "__retrylab_in 'class'" -a pack -d 'write exercises for N students'
complete -c retrylab -n "__retrylab_in 'class'" -a grade -d 'measure the answers, and find copies'
complete -c retrylab -n "__retrylab_in 'test'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'replay'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'report'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'page'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'class pack'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'class grade'" -f -a '(__fish_complete_directories)'
complete -c retrylab -n "__retrylab_in 'work'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'merge'" -F
complete -c retrylab -n "__retrylab_in 'bench-policy'" -F
complete -c retrylab -n "__retrylab_in 'listen'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'judge'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'verify'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in 'fit'" -F
complete -c retrylab -n "__retrylab_in '' 'files'" -f -a '(__retrylab_scenarios)'
complete -c retrylab -n "__retrylab_in '' 'files'" -s e -r -f -d 'run texts'
complete -c retrylab -n "__retrylab_in '' 'files' 'class pack' 'work' 'listen' 'judge' 'verify' 'fit'" -l seed -r -f -d 'the random seed (default 42)'
complete -c retrylab -n "__retrylab_in 'test' 'bench-policy'" -l seeds -r -f -d 'also check the expectations under other seeds, N in all: one in twenty may miss'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'report' 'page' 'class pack' 'class grade' 'work' 'merge' 'bench-policy' 'listen' 'judge' 'verify' 'fit'" -l threads -r -f -d 'threads for measurements (default: one per core)'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'class grade' 'work' 'merge' 'bench-policy' 'listen' 'judge' 'verify' 'fit'" -l json -d 'one JSON object per line on standard output'
complete -c retrylab -n "__retrylab_in '' 'files' 'merge'" -l csv -d 'only measurements, as one CSV table on standard output, or in a file each'
complete -c retrylab -n "__retrylab_in '' 'files'" -l check -d 'check only, run nothing'
complete -c retrylab -n "__retrylab_in 'replay' 'bench-policy'" -l update -d 'replace the recordings'
complete -c retrylab -n "__retrylab_in 'test' 'replay'" -l diff -d 'show every difference from a recording'
complete -c retrylab -n "__retrylab_in 'test' 'replay' 'bench-policy'" -l tolerance -r -f -d 'let numbers differ by a share such as 1%'
complete -c retrylab -n "__retrylab_in 'test' 'replay' 'class grade' 'bench-policy' 'judge' 'verify'" -l junit -r -F -d 'also write a JUnit report'
complete -c retrylab -n "__retrylab_in 'test' 'replay' 'report' 'class grade' 'bench-policy'" -l html -r -F -d 'write the report as an HTML page to a file'
complete -c retrylab -n "__retrylab_in 'class pack'" -l for -r -F -d 'the number of students, or a file with their names'
complete -c retrylab -n "__retrylab_in 'class pack'" -l to -r -f -a '(__fish_complete_directories)' -d 'the folder to write (default: class)'
complete -c retrylab -n "__retrylab_in 'class pack'" -l pages -d 'also write the laboratory as a page for each student'
complete -c retrylab -n "__retrylab_in 'class pack'" -l lessons -d 'also write the lessons, without the answers'
complete -c retrylab -n "__retrylab_in 'class grade'" -l class -r -f -a '(__fish_complete_directories)' -d 'the folder that class pack wrote, if not class'
complete -c retrylab -n "__retrylab_in 'class grade'" -l exercises -r -f -a '(__retrylab_scenarios)' -d 'where the exercises are now'
complete -c retrylab -n "__retrylab_in 'class grade'" -l csv -r -F -d 'also write the grades as a CSV table'
complete -c retrylab -n "__retrylab_in 'class grade'" -l details -d 'show the result of each goal of each answer'
complete -c retrylab -n "__retrylab_in 'work'" -l shard -r -f -d 'the shard to make, such as 3/64'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'work'" -l shards -r -f -d 'the number of shards to list, or to run with --on (default: 64)'
complete -c retrylab -n "__retrylab_in 'work'" -l list -d 'list the shards with their calls, and make none'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'work' 'merge'" -l out -r -F -d 'the file for the part or for the results of a round; the folder for all parts with --on'
complete -c retrylab -n "__retrylab_in 'work' 'merge'" -l after -r -F -d 'the results of the rounds before, if measurements depend on them'
complete -c retrylab -n "__retrylab_in 'merge'" -l partial -d 'print a result although parts are missing'
complete -c retrylab -n "__retrylab_in '' 'files' 'test'" -l on -r -f -a 'dask slurm kubernetes parallel' -d 'run shards on dask, slurm, kubernetes or parallel, or any command that runs the lines it reads'
complete -c retrylab -n "__retrylab_in 'listen' 'judge' 'verify'" -l port -r -f -d 'the port to listen at (default: 8080; 0 takes a free one)'
complete -c retrylab -n "__retrylab_in 'judge' 'verify'" -l policy -r -f -d 'the policy of the client, such as a name of the file or preset("polly")'
complete -c retrylab -n "__retrylab_in 'judge' 'verify'" -l late -r -f -d 'how much later than planned a retry may come (default: 20ms)'
complete -c retrylab -n "__retrylab_in 'listen' 'judge' 'verify'" -l for -r -f -d 'how long to listen, such as 30s (default: until the command or Ctrl-C ends it, 30s with verify)'
complete -c retrylab -n "__retrylab_in 'listen' 'judge' 'verify'" -l speed -r -f -d 'run the scenario N times as fast, from 0.001 to 1000 (default: 1)'
complete -c retrylab -n "__retrylab_in 'judge' 'verify'" -l session -r -f -d 'only what was called as /s/NAME/... (default: each session by itself)'
complete -c retrylab -n "__retrylab_in 'listen' 'judge'" -l to -r -f -d 'let requests go on to http://host:port, or connections to tcp://host:port, unless they meet an error'
complete -c retrylab -n "__retrylab_in 'fit'" -l as -r -f -d 'the name to define (default: api)'
complete -c retrylab -n "__retrylab_in 'fit'" -l path -r -f -d 'only the requests of one path'
complete -c retrylab -n "__retrylab_in 'fit'" -l unit -r -f -a 'ns us ms s' -d 'the unit of durations, if the log does not say it'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay'" -l no-init -d 'do not run the init file before the first prompt'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay'" -l quiet -s q -d 'no banner'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'class grade' 'merge' 'bench-policy' 'judge' 'verify' 'fit'" -l color -l colour -r -f -a 'always never auto' -d 'when text is coloured: always, never or auto'
complete -c retrylab -n "__retrylab_in '' 'files'" -l serve -d 'answer requests of another program'
complete -c retrylab -n "__retrylab_in '' 'files'" -l lsp -d 'answer an editor by the Language Server Protocol'
complete -c retrylab -n "__retrylab_in '' 'files'" -l mcp -d 'answer an assistant by the Model Context Protocol'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'report' 'page' 'class pack' 'class grade' 'work' 'merge' 'bench-policy' 'listen' 'judge' 'verify' 'fit'" -l manual -d 'print the manual page'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'report' 'page' 'class pack' 'class grade' 'work' 'merge' 'bench-policy' 'listen' 'judge' 'verify' 'fit'" -l grammar -d 'print the colours of the language for editors, as a TextMate grammar'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'report' 'page' 'class pack' 'class grade' 'work' 'merge' 'bench-policy' 'listen' 'judge' 'verify' 'fit'" -l completions -r -f -a 'bash zsh fish' -d 'print the completions for bash, zsh or fish'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'report' 'page' 'class pack' 'class grade' 'work' 'merge' 'bench-policy' 'listen' 'judge' 'verify' 'fit'" -l version -s V -d 'print the version'
complete -c retrylab -n "__retrylab_in '' 'files' 'test' 'replay' 'report' 'page' 'class pack' 'class grade' 'work' 'merge' 'bench-policy' 'listen' 'judge' 'verify' 'fit'" -l help -s h -d 'print this help'

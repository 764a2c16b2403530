#compdef retrylab
# Completes retrylab in zsh: source <(retrylab --completions zsh)

# Files, or else the scenarios in the program.
_retrylab_scenarios() {
  _files -g '*.retry' && return
  local -a known
  known=(
scenarios/gallery.retry
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
scenarios/tour.retry
  )
  [[ $PREFIX == scen* ]] && compadd -a known
}

_retrylab_tasks() {
  local -a tasks
  case "$task" in
    '') tasks=(
        'test:check scenarios against expectations and recordings'
        'replay:compare scenarios with their recordings'
        'report:write scenarios as an HTML page, two of them side by side'
        'page:write the laboratory as an HTML page, which begins with scenarios or a lesson'
        'class:pack or grade'
        'work:make one shard of the measurements of a file, or of the checks of a folder'
        'merge:print what the parts of all shards give'
        'bench-policy:check that a policy meets goals, and show what has changed'
        'listen:answer HTTP requests as the operations of a file do'
        'judge:judge whether a real client does what its policy says'
        'verify:compare the figures of a real client with the predicted ones'
        'fit:define an operation as the requests of a log suggest it, and say how well it fits'
      ) ;;
    'class') tasks=(
        'pack:write exercises for N students'
        'grade:measure the answers, and find copies'
      ) ;;
  esac
  _describe -t tasks task tasks
}

_retrylab_start() {
  _alternative 'tasks:task:_retrylab_tasks' 'files:file:_retrylab_scenarios'
}

_retrylab() {
  local task='' index=2
  while [ "$index" -lt "$CURRENT" ]; do
    case "$task ${words[$index]}" in
      "$task -e"|"$task --seed"|"$task --seeds"|"$task --threads"|"$task --tolerance"|"$task --junit"|"$task --html"|'class pack --for'|'class pack --to'|"$task --class"|"$task --exercises"|'class grade --csv'|"$task --shard"|"$task --shards"|"$task --out"|"$task --after"|"$task --on"|"$task --port"|"$task --policy"|"$task --late"|'listen --for'|'judge --for'|'verify --for'|"$task --speed"|"$task --session"|'listen --to'|'judge --to'|"$task --as"|"$task --path"|"$task --unit"|"$task --color"|"$task --colour"|"$task --completions")
        index=$((index + 1))
        if [ "${words[$index]}" = '=' ]; then index=$((index + 1)); fi
        ;;
      "$task "-*|"$task =") ;;
      ' test'|' replay'|' report'|' page'|' class'|' work'|' merge'|' bench-policy'|' listen'|' judge'|' verify'|' fit'|'class pack'|'class grade') task="${task:+$task }${words[$index]}" ;;
      *) if [ -z "$task" ]; then task='files'; fi ;;
    esac
    index=$((index + 1))
  done
  local -a specs
  case "$task" in
    'test') specs=(
        '--seeds=[also check the expectations under other seeds, N in all\: one in twenty may miss]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--diff[show every difference from a recording]'
        '--tolerance=[let numbers differ by a share such as 1%]:P: '
        '--junit=[also write a JUnit report]:FILE:_files'
        '--html=[write the report as an HTML page to a file]:FILE:_files'
        '--shards=[the number of shards to list, or to run with --on (default\: 64)]:N: '
        '--out=[the file for the part or for the results of a round; the folder for all parts with --on]:FILE:_files'
        '--on=[run shards on dask, slurm, kubernetes or parallel, or any command that runs the lines it reads]:ENGINE:(dask slurm kubernetes parallel)'
        '--no-init[do not run the init file before the first prompt]'
        '(--quiet -q)--quiet[no banner]'
        '(--quiet -q)-q[no banner]'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:PATH:_retrylab_scenarios'
      ) ;;
    'replay') specs=(
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--update[replace the recordings]'
        '--diff[show every difference from a recording]'
        '--tolerance=[let numbers differ by a share such as 1%]:P: '
        '--junit=[also write a JUnit report]:FILE:_files'
        '--html=[write the report as an HTML page to a file]:FILE:_files'
        '--no-init[do not run the init file before the first prompt]'
        '(--quiet -q)--quiet[no banner]'
        '(--quiet -q)-q[no banner]'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FILE:_retrylab_scenarios'
      ) ;;
    'report') specs=(
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--html=[write the report as an HTML page to a file]:FILE:_files'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FILE:_retrylab_scenarios'
      ) ;;
    'page') specs=(
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FILE:_retrylab_scenarios'
      ) ;;
    'class pack') specs=(
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--for=[the number of students, or a file with their names]:N:_files'
        '--to=[the folder to write (default\: class)]:FOLDER:_files -/'
        '--pages[also write the laboratory as a page for each student]'
        '--lessons[also write the lessons, without the answers]'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:PATH:_retrylab_scenarios'
      ) ;;
    'class grade') specs=(
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--junit=[also write a JUnit report]:FILE:_files'
        '--html=[write the report as an HTML page to a file]:FILE:_files'
        '--class=[the folder that class pack wrote, if not class]:FOLDER:_files -/'
        '--exercises=[where the exercises are now]:PATH:_retrylab_scenarios'
        '--csv=[also write the grades as a CSV table]:FILE:_files'
        '--details[show the result of each goal of each answer]'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FOLDER:_files -/'
      ) ;;
    'work') specs=(
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--shard=[the shard to make, such as 3/64]:K/N: '
        '--shards=[the number of shards to list, or to run with --on (default\: 64)]:N: '
        '--list[list the shards with their calls, and make none]'
        '--out=[the file for the part or for the results of a round; the folder for all parts with --on]:FILE:_files'
        '--after=[the results of the rounds before, if measurements depend on them]:FILE:_files'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:PATH:_retrylab_scenarios'
      ) ;;
    'merge') specs=(
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--csv=-[only measurements, as one CSV table on standard output, or in a file each]::FOLDER:_files -/'
        '--out=[the file for the part or for the results of a round; the folder for all parts with --on]:FILE:_files'
        '--after=[the results of the rounds before, if measurements depend on them]:FILE:_files'
        '--partial[print a result although parts are missing]'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:PART:_files'
      ) ;;
    'bench-policy') specs=(
        '--seeds=[also check the expectations under other seeds, N in all\: one in twenty may miss]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--update[replace the recordings]'
        '--tolerance=[let numbers differ by a share such as 1%]:P: '
        '--junit=[also write a JUnit report]:FILE:_files'
        '--html=[write the report as an HTML page to a file]:FILE:_files'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:POLICY GOALS:_files'
      ) ;;
    'listen') specs=(
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--port=[the port to listen at (default\: 8080; 0 takes a free one)]:N: '
        '--for=[how long to listen, such as 30s (default\: until the command or Ctrl-C ends it, 30s with verify)]:TIME: '
        '--speed=[run the scenario N times as fast, from 0.001 to 1000 (default\: 1)]:N: '
        '--to=[let requests go on to http\://host\:port, or connections to tcp\://host\:port, unless they meet an error]:SERVER: '
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FILE:_retrylab_scenarios'
      ) ;;
    'judge') specs=(
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--junit=[also write a JUnit report]:FILE:_files'
        '--port=[the port to listen at (default\: 8080; 0 takes a free one)]:N: '
        '--policy=[the policy of the client, such as a name of the file or preset("polly")]:TEXT: '
        '--late=[how much later than planned a retry may come (default\: 20ms)]:TIME: '
        '--for=[how long to listen, such as 30s (default\: until the command or Ctrl-C ends it, 30s with verify)]:TIME: '
        '--speed=[run the scenario N times as fast, from 0.001 to 1000 (default\: 1)]:N: '
        '--session=[only what was called as /s/NAME/... (default\: each session by itself)]:NAME: '
        '--to=[let requests go on to http\://host\:port, or connections to tcp\://host\:port, unless they meet an error]:SERVER: '
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FILE [LOG]:_retrylab_scenarios'
      ) ;;
    'verify') specs=(
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--junit=[also write a JUnit report]:FILE:_files'
        '--port=[the port to listen at (default\: 8080; 0 takes a free one)]:N: '
        '--policy=[the policy of the client, such as a name of the file or preset("polly")]:TEXT: '
        '--late=[how much later than planned a retry may come (default\: 20ms)]:TIME: '
        '--for=[how long to listen, such as 30s (default\: until the command or Ctrl-C ends it, 30s with verify)]:TIME: '
        '--speed=[run the scenario N times as fast, from 0.001 to 1000 (default\: 1)]:N: '
        '--session=[only what was called as /s/NAME/... (default\: each session by itself)]:NAME: '
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FILE [LOG]:_retrylab_scenarios'
      ) ;;
    'fit') specs=(
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--as=[the name to define (default\: api)]:NAME: '
        '--path=[only the requests of one path]:PATH: '
        '--unit=[the unit of durations, if the log does not say it]:UNIT:(ns us ms s)'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:LOG:_files'
      ) ;;
    'class') specs=(
        '*:task:_retrylab_tasks'
      ) ;;
    'files') specs=(
        '*-e[run texts]:TEXT: '
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--csv=-[only measurements, as one CSV table on standard output, or in a file each]::FOLDER:_files -/'
        '--check[check only, run nothing]'
        '--shards=[the number of shards to list, or to run with --on (default\: 64)]:N: '
        '--out=[the file for the part or for the results of a round; the folder for all parts with --on]:FILE:_files'
        '--on=[run shards on dask, slurm, kubernetes or parallel, or any command that runs the lines it reads]:ENGINE:(dask slurm kubernetes parallel)'
        '--no-init[do not run the init file before the first prompt]'
        '(--quiet -q)--quiet[no banner]'
        '(--quiet -q)-q[no banner]'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--serve[answer requests of another program]'
        '--lsp[answer an editor by the Language Server Protocol]'
        '--mcp[answer an assistant by the Model Context Protocol]'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:FILE:_retrylab_scenarios'
      ) ;;
    '') specs=(
        '*-e[run texts]:TEXT: '
        '--seed=[the random seed (default 42)]:N: '
        '--threads=[threads for measurements (default\: one per core)]:N: '
        '--json[one JSON object per line on standard output]'
        '--csv=-[only measurements, as one CSV table on standard output, or in a file each]::FOLDER:_files -/'
        '--check[check only, run nothing]'
        '--shards=[the number of shards to list, or to run with --on (default\: 64)]:N: '
        '--out=[the file for the part or for the results of a round; the folder for all parts with --on]:FILE:_files'
        '--on=[run shards on dask, slurm, kubernetes or parallel, or any command that runs the lines it reads]:ENGINE:(dask slurm kubernetes parallel)'
        '--no-init[do not run the init file before the first prompt]'
        '(--quiet -q)--quiet[no banner]'
        '(--quiet -q)-q[no banner]'
        '(--color --colour)--color=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '(--color --colour)--colour=[when text is coloured\: always, never or auto]:WHEN:(always never auto)'
        '--serve[answer requests of another program]'
        '--lsp[answer an editor by the Language Server Protocol]'
        '--mcp[answer an assistant by the Model Context Protocol]'
        '--manual[print the manual page]'
        '--grammar[print the colours of the language for editors, as a TextMate grammar]'
        '--completions=[print the completions for bash, zsh or fish]:SHELL:(bash zsh fish)'
        '(--version -V)--version[print the version]'
        '(--version -V)-V[print the version]'
        '(--help -h)--help[print this help]'
        '(--help -h)-h[print this help]'
        '*:task or file:_retrylab_start'
      ) ;;
  esac
  _arguments -S : $specs
}

if [ "$funcstack[1]" = '_retrylab' ]; then
  _retrylab "$@"
else
  compdef _retrylab retrylab
fi

# Completes retrylab in bash: source <(retrylab --completions bash)

_retrylab_add() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done
}

_retrylab_files() {
  compopt -o filenames 2>/dev/null
  _retrylab_add < <(compgen -d -- "$1")
  if [ -n "$2" ]; then
    _retrylab_add < <(compgen -f -X "!*$2" -- "$1")
  fi
}

# Files, or else the scenarios in the program.
_retrylab_scenarios() {
  _retrylab_files "$1" .retry
  if [ "${#COMPREPLY[@]}" -eq 0 ]; then
    case "$1" in
      scen*) _retrylab_add < <(compgen -W '
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
' -- "$1") ;;
    esac
  fi
}

_retrylab() {
  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}" assigned=''
  COMPREPLY=()
  # The sign and the value in --option=value are words of their own.
  if [ "$word" = '=' ]; then
    assigned=1 word=''
  elif [ "$before" = '=' ]; then
    assigned=1 before="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  local task='' index=1
  while [ "$index" -lt "$COMP_CWORD" ]; do
    case "$task ${COMP_WORDS[$index]}" in
      "$task -e"|"$task --seed"|"$task --seeds"|"$task --threads"|"$task --tolerance"|"$task --junit"|"$task --html"|'class pack --for'|'class pack --to'|"$task --class"|"$task --exercises"|'class grade --csv'|"$task --shard"|"$task --shards"|"$task --out"|"$task --after"|"$task --on"|"$task --port"|"$task --policy"|"$task --late"|'listen --for'|'judge --for'|'verify --for'|"$task --speed"|"$task --session"|'listen --to'|'judge --to'|"$task --as"|"$task --path"|"$task --unit"|"$task --color"|"$task --colour"|"$task --completions")
        index=$((index + 1))
        if [ "${COMP_WORDS[$index]}" = '=' ]; then index=$((index + 1)); fi
        ;;
      "$task "-*|"$task =") ;;
      ' test'|' replay'|' report'|' page'|' class'|' work'|' merge'|' bench-policy'|' listen'|' judge'|' verify'|' fit'|'class pack'|'class grade') task="${task:+$task }${COMP_WORDS[$index]}" ;;
      *) if [ -z "$task" ]; then task='files'; fi ;;
    esac
    index=$((index + 1))
  done
  case "$task $before$assigned" in
    "$task -e"|"$task -e1") :; return ;;
    "$task --seed"|"$task --seed1") :; return ;;
    "$task --seeds"|"$task --seeds1") :; return ;;
    "$task --threads"|"$task --threads1") :; return ;;
    ' --csv1'|'files --csv1'|'merge --csv1') _retrylab_files "$word"; return ;;
    "$task --tolerance"|"$task --tolerance1") :; return ;;
    "$task --junit"|"$task --junit1") compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word"); return ;;
    "$task --html"|"$task --html1") compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word"); return ;;
    'class pack --for'|'class pack --for1') compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word"); return ;;
    'class pack --to'|'class pack --to1') _retrylab_files "$word"; return ;;
    "$task --class"|"$task --class1") _retrylab_files "$word"; return ;;
    "$task --exercises"|"$task --exercises1") _retrylab_scenarios "$word"; return ;;
    'class grade --csv'|'class grade --csv1') compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word"); return ;;
    "$task --shard"|"$task --shard1") :; return ;;
    "$task --shards"|"$task --shards1") :; return ;;
    "$task --out"|"$task --out1") compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word"); return ;;
    "$task --after"|"$task --after1") compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word"); return ;;
    "$task --on"|"$task --on1") _retrylab_add < <(compgen -W 'dask slurm kubernetes parallel' -- "$word"); return ;;
    "$task --port"|"$task --port1") :; return ;;
    "$task --policy"|"$task --policy1") :; return ;;
    "$task --late"|"$task --late1") :; return ;;
    'listen --for'|'judge --for'|'verify --for'|'listen --for1'|'judge --for1'|'verify --for1') :; return ;;
    "$task --speed"|"$task --speed1") :; return ;;
    "$task --session"|"$task --session1") :; return ;;
    'listen --to'|'judge --to'|'listen --to1'|'judge --to1') :; return ;;
    "$task --as"|"$task --as1") :; return ;;
    "$task --path"|"$task --path1") :; return ;;
    "$task --unit"|"$task --unit1") _retrylab_add < <(compgen -W 'ns us ms s' -- "$word"); return ;;
    "$task --color"|"$task --color1"|"$task --colour"|"$task --colour1") _retrylab_add < <(compgen -W 'always never auto' -- "$word"); return ;;
    "$task --completions"|"$task --completions1") _retrylab_add < <(compgen -W 'bash zsh fish' -- "$word"); return ;;
  esac
  case "$task $word" in
    'test '-*) _retrylab_add < <(compgen -W '--seeds --threads --json --diff --tolerance --junit --html --shards --out --on --no-init --quiet -q --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'replay '-*) _retrylab_add < <(compgen -W '--threads --json --update --diff --tolerance --junit --html --no-init --quiet -q --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'report '-*) _retrylab_add < <(compgen -W '--threads --html --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'page '-*) _retrylab_add < <(compgen -W '--threads --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'class pack '-*) _retrylab_add < <(compgen -W '--seed --threads --for --to --pages --lessons --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'class grade '-*) _retrylab_add < <(compgen -W '--threads --json --junit --html --class --exercises --csv --details --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'work '-*) _retrylab_add < <(compgen -W '--seed --threads --json --shard --shards --list --out --after --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'merge '-*) _retrylab_add < <(compgen -W '--threads --json --csv --out --after --partial --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'bench-policy '-*) _retrylab_add < <(compgen -W '--seeds --threads --json --update --tolerance --junit --html --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'listen '-*) _retrylab_add < <(compgen -W '--seed --threads --json --port --for --speed --to --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'judge '-*) _retrylab_add < <(compgen -W '--seed --threads --json --junit --port --policy --late --for --speed --session --to --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'verify '-*) _retrylab_add < <(compgen -W '--seed --threads --json --junit --port --policy --late --for --speed --session --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    'fit '-*) _retrylab_add < <(compgen -W '--seed --threads --json --as --path --unit --color --colour --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
    ' '-*|'files '-*) _retrylab_add < <(compgen -W '-e --seed --threads --json --csv --check --shards --out --on --no-init --quiet -q --color --colour --serve --lsp --mcp --manual --grammar --completions --version -V --help -h' -- "$word"); return ;;
  esac
  case "$task" in
    '') _retrylab_add < <(compgen -W 'test replay report page class work merge bench-policy listen judge verify fit' -- "$word") ;;
    'class') _retrylab_add < <(compgen -W 'pack grade' -- "$word") ;;
  esac
  case "$task" in
    'test') _retrylab_scenarios "$word" ;;
    'replay') _retrylab_scenarios "$word" ;;
    'report') _retrylab_scenarios "$word" ;;
    'page') _retrylab_scenarios "$word" ;;
    'class pack') _retrylab_scenarios "$word" ;;
    'class grade') _retrylab_files "$word" ;;
    'work') _retrylab_scenarios "$word" ;;
    'merge') compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word") ;;
    'bench-policy') compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word") ;;
    'listen') _retrylab_scenarios "$word" ;;
    'judge') _retrylab_scenarios "$word" ;;
    'verify') _retrylab_scenarios "$word" ;;
    'fit') compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- "$word") ;;
    ''|'files') _retrylab_scenarios "$word" ;;
  esac
}

complete -F _retrylab retrylab

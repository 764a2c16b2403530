# Gets each address once with curl, and prints what it saw: the status, or the exit code.
for address in "$@"; do
  status=$(curl --noproxy '*' -sS -o /dev/null -m 3 -w '%{http_code}' "$address" 2>/dev/null) && seen=$status || seen="exit $?"
  echo "${address##*/} $seen" >&2
done

# Makes calls side by side that curl tries again, after one second and after two. It cannot try again what -o /dev/null writes.
for call in 1 2 3 4 5 6 7 8; do
  curl --noproxy '*' -sS --retry 2 --retry-all-errors -H "Idempotency-Key: $call" "$RETRYLAB_URL/fetch" >/dev/null 2>&1 &
done
wait

#include "CScenarios.h"

// A newer C than the compiler's default has it, without a word about the package that uses it.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The scenarios one after the other, each closed by a zero byte.
static const unsigned char texts[] = {
#embed "../../scenarios/gallery.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/01-attempt.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/02-timeout.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/03-which-errors.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/04-delay.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/05-backoff.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/06-jitter.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/07-deadlines.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/08-measuring.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/09-utilization.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/10-open-closed.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/11-storms.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/12-herd.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/13-metastability.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/14-budgets.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/15-breakers.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/16-hints.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/17-handed-down.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/18-layers.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/19-effects.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/20-idempotency.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/21-hedging.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/22-together.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/23-elsewhere.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/24-your-program.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/25-counting.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/26-retry-when.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/27-filters.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/28-person.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/29-cancelling.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s01-fallible-sync.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s02-fallible-async.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s03-result-chain.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s04-rx-retry.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s05-rx-retry-count.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s06-rx-retry-delay.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s07-rx-silent-end.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s08-rx-person.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s09-combine-retry.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s10-task-retrying.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s11-service-filter.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s12-retry-filter.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s13-auth-filter.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s14-transform-json.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s15-typed-errors.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s16-cache-fallback.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/adaptive-throttle.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/aloha.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/backoff-schedule.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/budgets.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/bursts.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/cold-cache.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/congestive-collapse.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/contention.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/double-charge.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/from-a-log.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/good-retry-bad-retry.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/hedging.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/holding-outage.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/layers.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/metastable-queue.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/off-by-one.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/open-closed.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/outages.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/restarts.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/retrials.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/retry-storm.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/single-queue.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/slow-dependency.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/surge.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/tail-at-scale.retry" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/tour.retry" suffix(, 0, ) if_empty(0, )
};

// Their recordings, in the same order.
static const unsigned char recordings[] = {
#embed "../../scenarios/gallery.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/01-attempt.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/02-timeout.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/03-which-errors.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/04-delay.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/05-backoff.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/06-jitter.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/07-deadlines.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/08-measuring.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/09-utilization.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/10-open-closed.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/11-storms.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/12-herd.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/13-metastability.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/14-budgets.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/15-breakers.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/16-hints.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/17-handed-down.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/18-layers.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/19-effects.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/20-idempotency.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/21-hedging.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/22-together.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/23-elsewhere.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/24-your-program.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/25-counting.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/26-retry-when.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/27-filters.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/28-person.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/lessons/29-cancelling.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s01-fallible-sync.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s02-fallible-async.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s03-result-chain.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s04-rx-retry.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s05-rx-retry-count.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s06-rx-retry-delay.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s07-rx-silent-end.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s08-rx-person.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s09-combine-retry.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s10-task-retrying.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s11-service-filter.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s12-retry-filter.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s13-auth-filter.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s14-transform-json.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s15-typed-errors.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/seeds/s16-cache-fallback.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/adaptive-throttle.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/aloha.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/backoff-schedule.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/budgets.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/bursts.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/cold-cache.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/congestive-collapse.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/contention.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/double-charge.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/from-a-log.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/good-retry-bad-retry.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/hedging.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/holding-outage.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/layers.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/metastable-queue.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/off-by-one.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/open-closed.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/outages.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/restarts.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/retrials.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/retry-storm.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/single-queue.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/slow-dependency.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/surge.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/studies/tail-at-scale.recording" suffix(, 0, ) if_empty(0, )
#embed "../../scenarios/tour.recording" suffix(, 0, ) if_empty(0, )
};

// Their paths, in the same order.
static const char *const paths[] = {
    "scenarios/gallery.retry",
    "scenarios/lessons/01-attempt.retry",
    "scenarios/lessons/02-timeout.retry",
    "scenarios/lessons/03-which-errors.retry",
    "scenarios/lessons/04-delay.retry",
    "scenarios/lessons/05-backoff.retry",
    "scenarios/lessons/06-jitter.retry",
    "scenarios/lessons/07-deadlines.retry",
    "scenarios/lessons/08-measuring.retry",
    "scenarios/lessons/09-utilization.retry",
    "scenarios/lessons/10-open-closed.retry",
    "scenarios/lessons/11-storms.retry",
    "scenarios/lessons/12-herd.retry",
    "scenarios/lessons/13-metastability.retry",
    "scenarios/lessons/14-budgets.retry",
    "scenarios/lessons/15-breakers.retry",
    "scenarios/lessons/16-hints.retry",
    "scenarios/lessons/17-handed-down.retry",
    "scenarios/lessons/18-layers.retry",
    "scenarios/lessons/19-effects.retry",
    "scenarios/lessons/20-idempotency.retry",
    "scenarios/lessons/21-hedging.retry",
    "scenarios/lessons/22-together.retry",
    "scenarios/lessons/23-elsewhere.retry",
    "scenarios/lessons/24-your-program.retry",
    "scenarios/lessons/25-counting.retry",
    "scenarios/lessons/26-retry-when.retry",
    "scenarios/lessons/27-filters.retry",
    "scenarios/lessons/28-person.retry",
    "scenarios/lessons/29-cancelling.retry",
    "scenarios/seeds/s01-fallible-sync.retry",
    "scenarios/seeds/s02-fallible-async.retry",
    "scenarios/seeds/s03-result-chain.retry",
    "scenarios/seeds/s04-rx-retry.retry",
    "scenarios/seeds/s05-rx-retry-count.retry",
    "scenarios/seeds/s06-rx-retry-delay.retry",
    "scenarios/seeds/s07-rx-silent-end.retry",
    "scenarios/seeds/s08-rx-person.retry",
    "scenarios/seeds/s09-combine-retry.retry",
    "scenarios/seeds/s10-task-retrying.retry",
    "scenarios/seeds/s11-service-filter.retry",
    "scenarios/seeds/s12-retry-filter.retry",
    "scenarios/seeds/s13-auth-filter.retry",
    "scenarios/seeds/s14-transform-json.retry",
    "scenarios/seeds/s15-typed-errors.retry",
    "scenarios/seeds/s16-cache-fallback.retry",
    "scenarios/studies/adaptive-throttle.retry",
    "scenarios/studies/aloha.retry",
    "scenarios/studies/backoff-schedule.retry",
    "scenarios/studies/budgets.retry",
    "scenarios/studies/bursts.retry",
    "scenarios/studies/cold-cache.retry",
    "scenarios/studies/congestive-collapse.retry",
    "scenarios/studies/contention.retry",
    "scenarios/studies/double-charge.retry",
    "scenarios/studies/from-a-log.retry",
    "scenarios/studies/good-retry-bad-retry.retry",
    "scenarios/studies/hedging.retry",
    "scenarios/studies/holding-outage.retry",
    "scenarios/studies/layers.retry",
    "scenarios/studies/metastable-queue.retry",
    "scenarios/studies/off-by-one.retry",
    "scenarios/studies/open-closed.retry",
    "scenarios/studies/outages.retry",
    "scenarios/studies/restarts.retry",
    "scenarios/studies/retrials.retry",
    "scenarios/studies/retry-storm.retry",
    "scenarios/studies/single-queue.retry",
    "scenarios/studies/slow-dependency.retry",
    "scenarios/studies/surge.retry",
    "scenarios/studies/tail-at-scale.retry",
    "scenarios/tour.retry",
};

static struct scenario textAt(long place, const unsigned char *texts, long size) {
  struct scenario found = {0};
  if (place < 0 || place >= (long)(sizeof paths / sizeof paths[0])) return found;
  const unsigned char *begin = texts;
  const unsigned char *const end = texts + size;
  for (long passed = 0; passed < place; begin++)
    if (*begin == 0) passed++;
  const unsigned char *close = begin;
  while (close < end && *close != 0) close++;
  found.path = paths[place];
  found.bytes = begin;
  found.count = close - begin;
  return found;
}

struct scenario scenarioAt(long place) { return textAt(place, texts, sizeof texts); }

struct scenario recordingAt(long place) { return textAt(place, recordings, sizeof recordings); }

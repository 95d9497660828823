/** What of a run's result tells it from another run of the same shift. */
export interface RunResult {
  stars: number;
  served: number;
  /** 95 of 100 served orders waited no longer. */
  wait_p95_ms: number;
}

/**
 * Whether a run is better than another of the same shift: more stars; with as many, more served; with
 * as many, a shorter p95 wait. The one place that says so: the best run, its ghost, the daily's line and
 * a loaded progress file all come to it. The goal's own order: stars are what a shift is played for.
 */
export function is_better_run(run: RunResult, other: RunResult): boolean {
  if (run.stars !== other.stars) return run.stars > other.stars;
  if (run.served !== other.served) return run.served > other.served;
  return run.wait_p95_ms < other.wait_p95_ms;
}

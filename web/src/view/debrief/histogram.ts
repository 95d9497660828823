import type { Outcome } from '../../engine/engine.ts';
import type { Result } from './result.ts';

/** Everything from `from` to below `to`; the last bin of a scale has its end in it, too. */
export interface Bin {
  from: number;
  to: number;
  count: number;
  /** Of those, settings that pass. */
  passing: number;
}

export interface Histogram {
  bins: Bin[];
  /** The run's own value, and the bin it falls into; null where it has none. */
  yours: { value: number; bin: number } | null;
  /** How many settings are in the bins, and how many of them pass. */
  settings: number;
  passing: number;
}

interface Scale {
  first: number;
  width: number;
  bins: number;
}

interface Entry {
  value: number;
  passed: boolean;
}

function bin_of(scale: Scale, value: number): number {
  const bin = Math.floor((value - scale.first) / scale.width);
  return Math.min(scale.bins - 1, Math.max(0, bin));
}

export function histogram(
  scale: Scale,
  entries: readonly Entry[],
  yours: number | null,
): Histogram {
  const bins = Array.from({ length: scale.bins }, (_, at) => ({
    from: scale.first + at * scale.width,
    to: scale.first + (at + 1) * scale.width,
    count: 0,
    passing: 0,
  }));
  for (const { value, passed } of entries) {
    const bin = bins[bin_of(scale, value)]!;
    bin.count += 1;
    if (passed) bin.passing += 1;
  }
  return {
    bins,
    yours: yours === null ? null : { value: yours, bin: bin_of(scale, yours) },
    settings: entries.length,
    passing: entries.filter((entry) => entry.passed).length,
  };
}

/** Shares in percent, so that the pass mark is where one bin ends and the next begins. */
export function served_histogram(outcomes: readonly Outcome[], result: Result): Histogram {
  const entries = outcomes.map((one) => ({
    value: (100 * one.served) / one.orders,
    passed: one.passed === 1,
  }));
  const yours = (100 * result.served) / result.orders;
  return histogram({ first: 0, width: 10, bins: 10 }, entries, yours);
}

const wait_widths_ms = [500, 1_000, 2_000, 5_000, 10_000];
const wait_bins_most = 12;

/** Milliseconds within which 95 % of the served were done; settings that served nobody have none. */
export function wait_histogram(outcomes: readonly Outcome[], result: Result): Histogram {
  const entries = outcomes
    .filter((one) => one.served > 0)
    .map((one) => ({ value: one.wait_p95_ms, passed: one.passed === 1 }));
  const yours = result.served > 0 ? result.wait_p95_ms : null;
  const most_ms = Math.max(yours ?? 0, ...entries.map((entry) => entry.value));
  const width =
    wait_widths_ms.find((one) => most_ms < one * wait_bins_most) ?? wait_widths_ms.at(-1)!;
  const bins = Math.floor(most_ms / width) + 1;
  return histogram({ first: 0, width, bins }, entries, yours);
}

const peak_bins_most = 16;

/** Most orders at once. */
export function peak_histogram(outcomes: readonly Outcome[], result: Result): Histogram {
  const entries = outcomes.map((one) => ({ value: one.running_peak, passed: one.passed === 1 }));
  const width = Math.ceil(result.info.slots_max / peak_bins_most);
  const bins = Math.ceil(result.info.slots_max / width);
  return histogram({ first: 1, width, bins }, entries, result.running_peak);
}

import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

/** How all fixed settings end, as bars, and where this run falls among them. */
export const histogram = {
  heading: 'Where this run stands',
  intro: (v: { settings: number }) =>
    `The same crowd under all ${f.count(v.settings)} fixed settings: each bar counts how many end there.`,
  served: 'Served',
  wait: (v: { par_percent: number }) => `${f.percent(v.par_percent)} of the served done within`,
  /** Below the bars of the waits. */
  served_nobody: (v: { settings: number }) =>
    `Left out of the waits: ${f.count(v.settings)} ${plural(v.settings, 'setting that', 'settings that')} served nobody.`,
  peak: 'Most at once',
  you: (v: { value: string }) => `you: ${v.value}`,
  passing: 'settings that pass',
  failing: 'settings that don’t',
  /** A bar chart in one line. */
  label: (v: { title: string; settings: number; passing: number }) =>
    `${v.title}: ${f.count(v.settings)} ${plural(v.settings, 'setting', 'settings')}, of which ${f.count(v.passing)} ${plural(v.passing, 'passes', 'pass')}.`,
  between: (v: { from: string; to: string }) => `${v.from} to ${v.to}`,
  column: { range: 'Range', settings: 'Settings', passing: 'Of which pass' },
};

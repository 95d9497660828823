import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

/** What each star asks: on the first screen too, unlike the rest of the debrief. */
export const star = {
  /** What each star asks. */
  serve: (v: { pass_percent: number }) => `Serve ${f.percent(v.pass_percent)} of all orders`,
  quick: (v: { par_percent: number; par_wait_ms: number }) =>
    `${f.percent(v.par_percent)} of the served done within ${f.seconds(v.par_wait_ms)}`,
  lean: (v: { par_slots: number }) => `Never more than ${f.count(v.par_slots)} cooking at once`,
  met: 'reached',
  missed: 'missed',
  /** Met, but it only counts on top of the star before it. */
  held: 'win the star above it first',
  /** By how much it was missed. */
  short: (v: { orders: number }) =>
    `${f.count(v.orders)} ${plural(v.orders, 'order', 'orders')} short`,
  slow: (v: { over_ms: number; digits: number }) => `${f.seconds(v.over_ms, v.digits)} too long`,
  many: (v: { over: number }) => `${f.count(v.over)} too many`,
  none_served: 'nothing was served',
};

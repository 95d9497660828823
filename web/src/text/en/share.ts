import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('en');

/** A result as text, to be pasted or spoken, and the ways to pass it on. */
export const share = {
  share: 'Share',
  copy: 'Copy the result',
  copied: 'Result and link copied.',
  as_text: 'The result as text',
  by_hand: 'Copy this by hand:',

  heading: (v: { title: string }) => `LLM Kitchen, ${v.title}`,
  passed: (v: { share: string; served: number; orders: number }) =>
    `Passed: ${v.share} served, ${f.count(v.served)} of ${f.count(v.orders)} orders.`,
  failed: (v: { share: string; served: number; orders: number }) =>
    `Not passed: ${v.share} served, ${f.count(v.served)} of ${f.count(v.orders)} orders.`,
  settings: (v: { settings: string }) => `Settings: ${v.settings}.`,
  change: (v: { at_ms: number; change: string }) => `at ${f.seconds(v.at_ms, 0)} ${v.change}`,
  more_changes: (v: { more: number }) =>
    `${f.count(v.more)} more ${plural(v.more, 'change', 'changes')}`,
};

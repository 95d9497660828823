import { next_minute_ms } from './time.ts';

/** The time, as often as its minute changes. For a component that is being made, while it stands. */
export function minute_clock(): { readonly now_ms: number } {
  let now_ms = $state(Date.now());
  $effect(() => {
    const timer = setTimeout(() => (now_ms = Date.now()), next_minute_ms(now_ms));
    return () => clearTimeout(timer);
  });
  return {
    get now_ms() {
      return now_ms;
    },
  };
}

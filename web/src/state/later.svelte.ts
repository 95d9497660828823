import { load_rest } from '../text/index.ts';

/** A part of the page that is fetched when it is needed; null while it is on its way. */
export class Later<Parts> {
  parts: Parts | null = $state.raw(null);
  failed = $state(false);
  private loading = false;
  private readonly fetch: () => Promise<Parts>;

  constructor(fetch: () => Promise<Parts>) {
    this.fetch = fetch;
  }

  /**
   * Fetches it, once. After a failure not again: a style sheet that failed isn't asked for a second
   * time, and what came would be bare; view/shell/unloaded.svelte loads the whole page instead.
   */
  async load(): Promise<void> {
    if (this.parts || this.loading || this.failed) return;
    this.loading = true;
    try {
      this.parts = await this.fetch();
    } catch (cause) {
      console.warn(cause);
      this.failed = true;
    }
    this.loading = false;
  }
}

/** For a part that reads more than the first screen's texts. */
async function with_its_texts<Parts>(coming: Promise<Parts>): Promise<Parts> {
  const [parts] = await Promise.all([coming, load_rest()]);
  return parts;
}

/** What comes below and after the first screen. */
export const later = new Later(() => with_its_texts(import('../view/later.ts')));
export const progress_part = new Later(() =>
  with_its_texts(import('../view/shell/progress.svelte')),
);
export const free_part = new Later(() => import('../view/free/free.svelte'));
export const astray_part = new Later(() => import('../view/shell/astray.svelte'));
export const daily_part = new Later(() => import('../view/daily/daily_bar.svelte'));

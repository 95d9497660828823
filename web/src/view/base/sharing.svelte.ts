/** decided: whoever saw the system's sheet shared, or closed it. */
export type Shared = 'copied' | 'decided' | 'by_hand';

/** Sharing through the system's own sheet or the clipboard, and by hand where neither is allowed. */
export class Sharing {
  /** Shown to be copied by hand where the browser doesn't let the page do it. */
  by_hand: string | null = $state(null);
  sheet_open = $state(false);
  private gone = false;

  async copy(words: string): Promise<Shared> {
    try {
      await navigator.clipboard.writeText(words);
      this.by_hand = null;
      return 'copied';
    } catch {
      this.by_hand = words;
      return 'by_hand';
    }
  }

  /** `words` is what is copied where the sheet is refused: by then the page may show something else. */
  async sheet(data: ShareData, words: string): Promise<Shared> {
    if (this.sheet_open) return 'decided';
    this.sheet_open = true;
    try {
      await navigator.share(data);
      return 'decided';
    } catch (cause) {
      // Where a page may not open the sheet, copying is left, for those who are still here.
      return this.gone || is_decided(cause) ? 'decided' : await this.copy(words);
    } finally {
      this.sheet_open = false;
    }
  }

  /** For onDestroy: a sheet that is refused later copies nothing any more. */
  end(): void {
    this.gone = true;
  }
}

/** Whoever closes the sheet has decided, and where another one is open, it is open. */
const is_decided = (cause: unknown): boolean =>
  cause instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(cause.name);

/** Attached to the field that shows what to copy by hand. */
export function select_all(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.focus();
  field.select();
}

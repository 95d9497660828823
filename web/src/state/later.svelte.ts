type Later = typeof import('../view/later.ts');

/** The parts below and after the first screen; null while they are on their way. */
class LaterParts {
  parts: Later | null = $state.raw(null);
  failed = $state(false);
  private loading = false;

  /** Fetches them, once; after a failure again. */
  async load(): Promise<void> {
    if (this.parts || this.loading) return;
    this.loading = true;
    this.failed = false;
    try {
      this.parts = await import('../view/later.ts');
    } catch (cause) {
      console.warn(cause);
      this.failed = true;
    }
    this.loading = false;
  }
}

export const later = new LaterParts();

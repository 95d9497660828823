import { Workbox } from 'workbox-window';

const look_again_ms = 60 * 60 * 1000;

/** Inside another page it would keep things in that page's name, or be refused. */
export const can_be_kept =
  import.meta.env.PROD && 'serviceWorker' in navigator && window.top === window;

/**
 * The service worker that keeps the page for when there is no network (tools/offline.ts). A new version
 * waits until it is taken: nothing here loads the page again by itself.
 */
class Updates {
  /** A newer version than the one on screen is there. */
  waiting = $state(false);
  /** Nothing runs that loading the page anew would end. */
  at_rest = $state(true);
  /** The page opens without a network. */
  kept = $state(false);
  private worker: Workbox | null = null;
  private registration: ServiceWorkerRegistration | undefined;
  private looked_ms = 0;

  /** Once; later calls do nothing. Where a browser has no such thing, or refuses it, the page plays on. */
  async start(): Promise<void> {
    if (this.worker || !can_be_kept) return;
    this.worker = new Workbox('./sw.js', { updateViaCache: 'none' });
    this.worker.addEventListener('waiting', () => (this.waiting = true));
    // Another tab took the new version; this one still shows the old.
    this.worker.addEventListener('controlling', () => (this.waiting = true));
    void navigator.serviceWorker.ready.then(() => (this.kept = true));
    try {
      this.registration = await this.worker.register();
    } catch (cause) {
      console.info(cause);
      return;
    }
    this.looked_ms = performance.now();
    document.addEventListener('visibilitychange', () => this.look_again());
  }

  /** Whether the new version may be offered now. */
  get offered(): boolean {
    return this.waiting && this.at_rest;
  }

  /** Loads the page anew, with the version that waits. */
  take(): void {
    const waiting = this.registration?.waiting;
    if (!waiting) {
      location.reload();
      return;
    }
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') location.reload();
    });
    this.worker?.messageSkipWaiting();
  }

  /** A tab left open for days learns of new versions when it is come back to. */
  private look_again(): void {
    const now_ms = performance.now();
    if (document.hidden || now_ms - this.looked_ms < look_again_ms) return;
    this.looked_ms = now_ms;
    // Offline it fails, and the next time will do.
    this.worker?.update().catch(() => undefined);
  }
}

export const updates = new Updates();

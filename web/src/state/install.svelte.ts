/** What Chromium hands a page that can be installed; other browsers have only their menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered = $state.raw<InstallPrompt | null>(null);

// The browser's own banner would come when it likes.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offered = event as InstallPrompt;
});

export const install = {
  /** Whether the browser would ask now. */
  get offered(): boolean {
    return offered !== null;
  },
  /** Has the browser ask, which it does once. */
  ask(): void {
    void offered?.prompt();
    offered = null;
  },
};

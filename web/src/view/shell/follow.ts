/** Goes to a shift by its link without loading the page anew. */
export function follow(event: MouseEvent, shift: string, on_shift: (shift: string) => void): void {
  // A new tab or window is the browser's business.
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  on_shift(shift);
}

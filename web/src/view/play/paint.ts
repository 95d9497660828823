/** Writing to the page only what has changed: a write costs style and layout work even when equal. */

export function put_text(node: Element | undefined, words: string): void {
  if (node && node.textContent !== words) node.textContent = words;
}

export function put_transform(node: SVGElement | HTMLElement | undefined, transform: string): void {
  if (node && node.style.transform !== transform) node.style.transform = transform;
}

export function put_state(node: SVGElement | HTMLElement | undefined, state: string): void {
  if (node && node.dataset['state'] !== state) node.dataset['state'] = state;
}

/** Shows a span from `start` to `end`, both shares of the whole, with round ends of its own. */
export function put_span(node: HTMLElement | undefined, start: number, end: number): void {
  const clip = `inset(0 ${(100 * (1 - end)).toFixed(2)}% 0 ${(100 * start).toFixed(2)}% round 0.625rem)`;
  if (node && node.style.clipPath !== clip) node.style.clipPath = clip;
}

/**
 * Writing to the page only what has changed. What was written is remembered here: reading it back
 * from the page costs more than the write that is saved.
 */
type Written = Element | HTMLElement | SVGElement;

const written = new WeakMap<Written, Map<string, string>>();

function is_new(node: Written, what: string, value: string): boolean {
  let values = written.get(node);
  if (!values) written.set(node, (values = new Map()));
  if (values.get(what) === value) return false;
  values.set(what, value);
  return true;
}

export function put_text(node: Element | undefined, words: string): void {
  if (node && is_new(node, 'text', words)) node.textContent = words;
}

export function put_hidden(node: HTMLElement | undefined, hidden: boolean): void {
  if (node && is_new(node, 'hidden', String(hidden))) node.hidden = hidden;
}

/** Names a picture for who doesn't see it. */
export function put_label(node: Element | undefined, words: string): void {
  if (node && is_new(node, 'label', words)) node.setAttribute('aria-label', words);
}

export function put_transform(node: SVGElement | HTMLElement | undefined, transform: string): void {
  if (node && is_new(node, 'transform', transform)) node.style.transform = transform;
}

export function put_state(node: SVGElement | HTMLElement | undefined, state: string): void {
  if (node && is_new(node, 'state', state)) node.dataset['state'] = state;
}

/** Shows a span from `start` to `end`, both shares of the whole, with round ends of its own. */
export function put_span(node: HTMLElement | undefined, start: number, end: number): void {
  const clip = `inset(0 ${(100 * (1 - end)).toFixed(2)}% 0 ${(100 * start).toFixed(2)}% round 0.625rem)`;
  if (node && is_new(node, 'clip', clip)) node.style.clipPath = clip;
}

/** Puts a mark at a share of the width of what it stands in. */
export function put_left(node: HTMLElement | undefined, share: number): void {
  const left = `${(100 * share).toFixed(2)}%`;
  if (node && is_new(node, 'left', left)) node.style.left = left;
}

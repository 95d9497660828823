// Finds text that leaves its box and controls that lie over each other: runs in the page.

/** What is wrong on the page as it is laid out now, one line each. */
export function misfits() {
  const found = new Set();
  const said = (text) => `“${text.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  const name_of = (node) =>
    `${node.tagName.toLowerCase()}.${[...node.classList].filter((name) => !name.startsWith('svelte-')).join('.')}`;
  const styles = new Map();
  const style_of = (node) => {
    if (!styles.has(node)) styles.set(node, getComputedStyle(node));
    return styles.get(node);
  };
  const ancestors = function* (node) {
    for (let up = node; up && up !== document.body; up = up.parentElement) yield up;
  };
  const hides = (style) => /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);
  const scrolls = (style) => /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
  /** Only for screen readers: clipped to nothing. */
  const only_read = (node) =>
    [...ancestors(node)].some((up) => style_of(up).clipPath === 'inset(50%)');
  const is_seen = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !only_read(node);
  /** What cuts off the text of a node, if it is longer. */
  const cutter_of = (node) => [...ancestors(node)].find((up) => hides(style_of(up)));
  /** What moves apart from the page: levers that stick, what is popped up. */
  const layer_of = (node) =>
    [...ancestors(node)].find(
      (up) =>
        /fixed|sticky/.test(style_of(up).position) || up.matches(':popover-open, dialog[open]'),
    ) ?? document.body;
  const is_scrolled = (node) =>
    [...ancestors(node)].some(
      (up) =>
        scrolls(style_of(up)) &&
        (up.scrollWidth > up.clientWidth || up.scrollHeight > up.clientHeight),
    );
  const lie_apart = (a, b) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

  /** Every line of every text that is seen. */
  const lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement;
    if (!text.data.trim() || !is_seen(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const layer = layer_of(holder);
    const cutter = cutter_of(holder);
    const seen_in = [...ancestors(holder)]
      .filter((up) => hides(style_of(up)) || scrolls(style_of(up)))
      .map((up) => up.getBoundingClientRect());
    for (const box of range.getClientRects()) {
      if (seen_in.some((window) => lie_apart(box, window))) continue;
      if (box.width > 1 && box.height > 1)
        lines.push({ box, text, holder, layer, cutter, words: text.data });
    }
  }

  const wide = document.documentElement.clientWidth;
  const has_edge = (node) => {
    const style = style_of(node);
    return (
      node instanceof SVGSVGElement ||
      !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) ||
      (parseFloat(style.borderLeftWidth) > 0 && parseFloat(style.borderTopWidth) > 0)
    );
  };
  /** How far it reaches is then no matter: that it is cut is said already. */
  const is_cut = ({ box, cutter }) =>
    cutter && box.right > cutter.getBoundingClientRect().right + 1;
  for (const { box, holder, cutter, words } of lines) {
    if (cutter) {
      const edge = cutter.getBoundingClientRect();
      const over = Math.max(box.right - edge.right, box.bottom - edge.bottom - box.height * 0.25);
      const how = style_of(cutter).textOverflow === 'ellipsis' ? 'shortened' : 'cut';
      if (over > 1)
        found.add(`${said(words)} is ${how} in ${name_of(cutter)} by ${over.toFixed(0)} px`);
    }
    if (is_scrolled(holder) || is_cut({ box, cutter })) continue;
    if (box.right > wide + 1 || box.left < -1) found.add(`${said(words)} leaves the page`);
    const card = [...ancestors(holder)].find(has_edge);
    if (!card) continue;
    const edge = card.getBoundingClientRect();
    const out = Math.max(
      box.right - edge.right,
      edge.left - box.left,
      // A font's line is higher than its letters.
      box.bottom - edge.bottom - box.height * 0.25,
      edge.top - box.top - box.height * 0.25,
    );
    if (out > 1.5) found.add(`${said(words)} leaves ${name_of(card)} by ${out.toFixed(0)} px`);
  }

  const over_each_other = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >
      0.35 * Math.min(a.bottom - a.top, b.bottom - b.top);
  lines.sort((a, b) => a.box.top - b.box.top);
  for (const [place, one] of lines.entries()) {
    for (let next = place + 1; next < lines.length; ++next) {
      const other = lines[next];
      if (other.box.top > one.box.bottom) break;
      if (one.text === other.text || one.layer !== other.layer) continue;
      if (is_cut(one) || is_cut(other)) continue;
      if (over_each_other(one.box, other.box))
        found.add(`${said(one.words)} lies over ${said(other.words)}`);
    }
  }

  const controls = [...document.querySelectorAll('button, a[href], select, summary, .choice label')]
    .filter(is_seen)
    .map((node) => ({ node, box: node.getBoundingClientRect(), layer: layer_of(node) }));
  for (const [place, one] of controls.entries()) {
    for (const other of controls.slice(place + 1)) {
      if (one.layer !== other.layer || one.node.contains(other.node)) continue;
      const { box: a } = one;
      const { box: b } = other;
      if (
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      )
        found.add(`${name_of(one.node)} lies over ${name_of(other.node)}`);
    }
  }
  return [...found];
}

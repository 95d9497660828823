/** Drawn on a square of 24, with strokes of 2 in the colour of the text. */
export const shapes = {
  play: { fill: 'M7 4.5v15l12.5-7.5z' },
  pause: { fill: 'M6 4.5h4.5v15H6zM13.5 4.5H18v15h-4.5z' },
  step: { fill: 'M5 5v14l9.5-7zM16 5h3v14h-3z' },
  again: { line: 'M5 12a7 7 0 1 0 2.2-5.1M4.5 4.5v4h4' },
  settings: {
    line: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5v5M9 14.5v5',
  },
  learn: {
    line: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13',
  },
  daily: { line: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14.5h3' },
  free: {
    line: 'M5 10.5h14V16a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM2.5 10.5h19M9.5 7c-1.5-1.6 1.5-2.4 0-4M14.5 7c-1.5-1.6 1.5-2.4 0-4',
  },
  sound: {
    line: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18.2 6.5a7.5 7.5 0 0 1 0 11',
  },
  sound_off: { line: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5' },
  dice: { line: 'M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01' },
  share: { line: 'M12 15V4M8 7.5l4-4 4 4M5 12v8h14v-8' },
  back: { line: 'M15 5l-7 7 7 7' },
  forth: { line: 'M9 5l7 7-7 7' },
  /* A speech bubble. */
  state: { line: 'M4 5h16v11h-9l-4.5 4v-4H4zM8 9h8M8 12.5h5' },
  check: { line: 'M5 12.5l4.5 4.5L19 7.5' },
  close: { line: 'M6 6l12 12M18 6L6 18' },
  star: {
    fill: 'M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2L12 16.9 6.4 20l1.3-6.2L3 9.5l6.3-.7z',
  },
  star_open: {
    line: 'M12 3.8l2.4 5.2 5.6.7-4.2 3.9 1.2 5.6-5-2.8-5 2.8 1.2-5.6L4 9.7l5.6-.7z',
  },
  /* Why an order was lost: all stoves taken, a cold stove, a full chip, a slow clock, a closed door. */
  no_free_slot: { line: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z' },
  static_batch: {
    line: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5',
  },
  memory_full: {
    line: 'M7 7h10v10H7zM10 10h4v4h-4zM9.5 7V3M14.5 7V3M9.5 21v-4M14.5 21v-4M7 9.5H3M7 14.5H3M21 9.5h-4M21 14.5h-4',
  },
  step_too_slow: { line: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3.5 2.5' },
  unfinished: { line: 'M6 21V3h12v18M4 21h16M14.5 11.5v2' },
} as const;

export type IconName = keyof typeof shapes;

/** An icon's path, and whether it is filled rather than drawn as a line. */
export function icon_shape(name: IconName): { d: string; is_filled: boolean } {
  const shape: { fill?: string; line?: string } = shapes[name];
  return { d: shape.fill ?? shape.line ?? '', is_filled: shape.fill !== undefined };
}

/** How to lay out `count` round stoves in a box so that they are as large as can be. */
export interface StoveGrid {
  columns: number;
  size_px: number;
}

export function stove_grid(
  count: number,
  width_px: number,
  height_px: number,
  gap_px: number,
  size_max_px: number,
): StoveGrid {
  let best: StoveGrid = { columns: count, size_px: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const size_px = Math.floor(
      Math.min(
        (width_px - gap_px * (columns - 1)) / columns,
        (height_px - gap_px * (rows - 1)) / rows,
        size_max_px,
      ),
    );
    if (size_px > best.size_px) best = { columns, size_px };
  }
  return best;
}

/** How the stoves stand in their box. */
export interface StoveLayout {
  columns: number;
  /** In CSS pixels; so are the next three. */
  size_px: number;
  gap_px: number;
  width_px: number;
  height_px: number;
  count: number;
}

/** The corner of a stove, in CSS pixels from that of the box; the whole is centred. */
export function stove_corner(layout: StoveLayout, slot: number): { x_px: number; y_px: number } {
  const { columns, size_px, gap_px, width_px, height_px, count } = layout;
  const rows = Math.ceil(count / columns);
  const pitch_px = size_px + gap_px;
  const left_px = (width_px - columns * pitch_px + gap_px) / 2;
  const top_px = (height_px - rows * pitch_px + gap_px) / 2;
  return {
    x_px: left_px + (slot % columns) * pitch_px,
    y_px: top_px + Math.floor(slot / columns) * pitch_px,
  };
}

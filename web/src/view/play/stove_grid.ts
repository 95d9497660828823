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

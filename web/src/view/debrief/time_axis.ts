/** The seconds of a shift along a drawing: the same places in every chart of them. */
export interface TimeAxis {
  left: number;
  right: number;
  duration_ms: number;
}

/** Room at the left for the numbers of the lanes, at the right for half a label. */
export function time_axis(width: number, duration_ms: number): TimeAxis {
  return { left: 34, right: width - 14, duration_ms };
}

export function time_x(axis: TimeAxis, at_ms: number): number {
  return axis.left + ((axis.right - axis.left) * at_ms) / axis.duration_ms;
}

/** The time at a place, to `every_ms`; the ends of the shift where it lies beyond them. */
export function time_at(axis: TimeAxis, x: number, every_ms: number): number {
  const share = (x - axis.left) / (axis.right - axis.left);
  const at_ms = Math.round((share * axis.duration_ms) / every_ms) * every_ms;
  return Math.min(axis.duration_ms, Math.max(0, at_ms));
}

const tick_ms = 10_000;

/** Where the axis has its marks: every ten seconds, on a narrow one every twenty. */
export function time_ticks(axis: TimeAxis): number[] {
  const every_ms = axis.right - axis.left > 430 ? tick_ms : 2 * tick_ms;
  return Array.from(
    { length: Math.floor(axis.duration_ms / every_ms) + 1 },
    (_, at) => at * every_ms,
  );
}

/** A strip of a drawing with a scale of its own. */
export interface Lane {
  top: number;
  bottom: number;
}

const title_height = 22;
const lane_gap = 8;

/** Lanes of these heights, one below the other, each with room for its title. */
export function lanes_below(top: number, heights: readonly number[]): Lane[] {
  let next = top;
  return heights.map((height) => {
    const lane = { top: next + title_height, bottom: next + title_height + height };
    next = lane.bottom + lane_gap;
    return lane;
  });
}

/** Height within a lane; what is more than `most` stays at its top. */
export function lane_scale(lane: Lane, most: number): (value: number) => number {
  return (value) => lane.bottom - ((lane.bottom - lane.top) * Math.min(value, most)) / most;
}

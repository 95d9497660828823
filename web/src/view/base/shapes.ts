/**
 * The kitchen's drawings, as SVG path data on a square of 100: one set for the canvas (through
 * Path2D) and for whatever is drawn as SVG. Angles count clockwise from the right.
 */
const middle = 50;

const at = (radius: number, angle: number): string =>
  `${(middle + radius * Math.cos(angle)).toFixed(2)} ${(middle + radius * Math.sin(angle)).toFixed(2)}`;

const turns = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, turn) => from + (2 * Math.PI * turn) / count);

/** Where the pan's handle points: into the corner of the square, where there is room. */
const handle_angle = Math.PI / 4;

/** A tongue of flame that stands on the burner's edge. */
function flame(base: number, tip: number, angle: number, half_width: number): string {
  const waist = base + (tip - base) * 0.45;
  return (
    `M${at(base, angle - half_width)} ` +
    `Q${at(waist, angle - half_width * 1.25)} ${at(tip, angle)} ` +
    `Q${at(waist, angle + half_width * 1.25)} ${at(base, angle + half_width)}Z`
  );
}

function snowflake(radius: number): string {
  return turns(6, Math.PI / 2)
    .map(
      (angle) =>
        `M${middle} ${middle}L${at(radius, angle)}` +
        `M${at(radius * 0.96, angle - 0.33)}L${at(radius * 0.65, angle)}L${at(radius * 0.96, angle + 0.33)}`,
    )
    .join('');
}

export const pan_radius = 38;
/** The ring of patience lies on the pan's rim. */
export const ring_radius = 36.5;
export const ring_width = 6;
export const dish_radius = 32;

/** Strokes: the cast iron that pans stand on. */
export const grate = turns(4)
  .map((angle) => `M${at(31, angle)}L${at(46, angle)}`)
  .join('');
/** Strokes with round ends: where the gas comes out of a burner that isn't lit. */
export const ports = turns(12, Math.PI / 12)
  .map((angle) => `M${at(19, angle)}h0.01`)
  .join('');
/** Fills: the flames of a full and of a small fire, between the bars of the grate. */
const between_bars = turns(28).filter((_, turn) => turn % 7 !== 0);
export const flames = between_bars.map((angle) => flame(37, 48.5, angle, 0.085)).join('');
export const small_flames = between_bars.map((angle) => flame(37, 43.5, angle, 0.05)).join('');
/** A stroke with round ends. */
export const handle = `M${at(pan_radius - 1, handle_angle)}L${at(60, handle_angle)}`;
export const handle_hole = `M${at(57, handle_angle)}L${at(59.5, handle_angle)}`;
/** Strokes: on a pan that is done and waits for its batch. */
export const frost = snowflake(21);
/** What swims in the dish: dots, seen as it fills up to them. */
export const garnish =
  [
  [-18, 14], [-6, 22], [9, 17], [20, 6], [-23, -2], [14, -9], [-12, -12], [2, 4], [-2, -22], [22, -14], [-14, 4], [8, 27],
] // prettier-ignore
    .map(([x, y]) => `M${middle + (x ?? 0)} ${middle + (y ?? 0)}h0.01`)
    .join('');

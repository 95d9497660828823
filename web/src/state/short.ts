/** Text that came from outside, as it may stand in a sentence: a link or a file may carry anything, of any length. */
const length_max = 40;

/**
 * Cut to a few characters, never through one. What can't be seen (control characters, and those that
 * turn the direction of what follows) is shown as what it is: something unreadable.
 */
export function short(value: string): string {
  // A character takes up to two units; no more of them are looked at.
  const characters = [...value.slice(0, 2 * length_max + 2)];
  const cut = characters.length > length_max;
  const seen = characters.slice(0, length_max).join('').replace(/\p{C}/gu, '\ufffd');
  return cut ? `${seen}…` : seen;
}

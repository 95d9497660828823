import type { Text } from '../text/en/index.ts';

/** The single keys of the page and what each does, in words. */
export function key_rows({ play }: Pick<Text, 'play'>): { key: string; does: string }[] {
  return [
    { key: play.space_key, does: play.shortcut_keys.toggle },
    { key: 's', does: play.shortcut_keys.step },
    { key: ', .', does: play.shortcut_keys.speed },
    { key: 'i', does: play.shortcut_keys.state },
  ];
}

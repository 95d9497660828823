import type { Command, Lever, ShiftInfo } from '../../engine/engine.ts';
import type { Text } from '../../text/index.ts';
import { changes_of, first_settings, type Change, type Settings } from './changes.ts';

/** One value of a lever, in words that stand alone: "static", "8-bit", "12 at once". */
export function setting_name(text: Text, lever: Lever, value: number): string {
  const names = text.common.setting;
  switch (lever) {
    case 'slots':
      return names.slots({ slots: value });
    case 'batching':
      return value ? names.continuous : names.static_batch;
    case 'kv_cache':
      return value ? names.kv_cache_on : names.kv_cache_off;
    case 'weight_bits':
      return value === 8 ? names.bits_8 : names.bits_16;
  }
}

export type CombinationSettings = Pick<Settings, 'batching' | 'kv_cache' | 'weight_bits'>;

/** A combination of the levers a shift shows besides slots: continuous, KV cache, 8-bit. */
export function combination_parts(
  text: Text,
  info: ShiftInfo,
  settings: CombinationSettings,
): string[] {
  const names: string[] = [];
  if (info.shows_batching) names.push(setting_name(text, 'batching', settings.batching));
  if (info.shows_kv_cache) names.push(setting_name(text, 'kv_cache', settings.kv_cache));
  if (info.shows_weight_bits) names.push(setting_name(text, 'weight_bits', settings.weight_bits));
  return names;
}

/** The same in one line: "continuous · KV cache · 8-bit". */
export function combination_name(
  text: Text,
  info: ShiftInfo,
  settings: CombinationSettings,
): string {
  return combination_parts(text, info, settings).join(' · ');
}

/** What a change did: "static → continuous", "4 → 12 at once". */
export function change_words(text: Text, change: Change): string {
  const words = text.debrief.timeline;
  if (change.lever === 'slots') return words.change_slots(change);
  return words.change_from_to({
    from: setting_name(text, change.lever, change.from),
    to: setting_name(text, change.lever, change.to),
  });
}

/** All levers a shift shows, in one line: "12 at once · continuous". */
export function settings_name(text: Text, info: ShiftInfo, settings: Settings): string {
  return [
    setting_name(text, 'slots', settings.slots),
    ...combination_parts(text, info, settings),
  ].join(' · ');
}

/** What was set when: the settings of the start, then each change. */
export function setters_of(
  text: Text,
  info: ShiftInfo,
  commands: readonly Command[],
): { at_ms: number; words: string }[] {
  return [
    { at_ms: 0, words: settings_name(text, info, first_settings(info, commands)) },
    ...changes_of(info, commands).map((change) => ({
      at_ms: change.at_ms,
      words: change_words(text, change),
    })),
  ];
}

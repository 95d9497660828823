import * as abi from '../../engine/abi.gen.ts';
import type { ShiftInfo } from '../../engine/engine.ts';
import type { Text } from '../../text/index.ts';
import { daily_key } from '../../state/key_form.ts';
import { daily_alias, free_alias, today } from '../../state/places.ts';
import { shift_key } from '../../state/shift_name.ts';

/** A way to a shift in the page's head. */
export interface Tab {
  kind: 'lesson' | 'daily' | 'free';
  /** As it stands in the address; of a lesson the number, which is also what is shown. */
  shift: string;
  /** The key that progress is kept under. */
  kept: string | null;
  /** The player is there. */
  here: boolean;
  title: (text: Text) => string;
}

export function tabs_of(info: ShiftInfo): Tab[] {
  const lessons = Array.from({ length: info.shift_count }, (_, place): Tab => {
    const key = String(place + 1);
    return {
      kind: 'lesson',
      shift: key,
      kept: key,
      here: info.key === key,
      title: (text) => text.shift[shift_key(place + 1)].title,
    };
  });
  const daily: Tab = {
    kind: 'daily',
    shift: daily_alias,
    kept: daily_key(today()),
    here: info.kind === abi.ShiftKind.daily,
    title: (text) => text.daily.tab,
  };
  const free: Tab = {
    kind: 'free',
    shift: free_alias,
    kept: null,
    here: info.kind === abi.ShiftKind.free,
    title: (text) => text.free.tab,
  };
  return [...lessons, daily, free];
}

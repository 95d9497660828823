import type { Engine } from '../../engine/engine.ts';
import {
  file_bytes_max,
  merge_progress,
  ProgressRefused,
  read_progress,
  write_progress,
} from '../../state/progress_file.ts';
import { free_kept_max } from '../../state/progress.ts';
import { NotKept } from '../../state/store.ts';
import { text } from '../../text/index.ts';

const file_name = 'llm-kitchen-progress.json';
const mega = 1_000_000;

/** Hands the browser a file with all progress; what to say about it. */
export function save_file(): string {
  const { file, shifts, unreadable } = write_progress();
  const address = URL.createObjectURL(new Blob([file], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file_name;
  link.click();
  // The browser has begun to take it once this task is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  const words = [text.progress.saved({ shifts })];
  if (unreadable > 0) words.push(text.progress.unreadable({ shifts: unreadable }));
  return words.join(' ');
}

interface Said {
  words: string;
  failed: boolean;
}

/** Takes over a file's progress, wholly or not at all; what to say about it. */
export async function load_file(file: File, engine: Engine): Promise<Said> {
  try {
    if (file.size > file_bytes_max) {
      throw new ProgressRefused('too_large', { found: String(file.size), last: file_bytes_max });
    }
    const progress = await read_progress(await file.text(), engine.another());
    const { loaded, better, left_out } = merge_progress(progress);
    const words: string[] = [];
    if (loaded > 0 || left_out === 0) words.push(text.progress.loaded({ shifts: loaded, better }));
    if (left_out > 0) {
      words.push(text.progress.left_out({ kitchens: left_out, kept_max: free_kept_max }));
    }
    if (progress.other_rules > 0) {
      words.push(text.progress.other_rules({ runs: progress.other_rules }));
    }
    return { words: words.join(' '), failed: false };
  } catch (cause) {
    return { words: `${text.progress.refused} ${why(cause)}`, failed: true };
  }
}

function why(cause: unknown): string {
  const { problem } = text.progress;
  if (cause instanceof NotKept) return problem.not_kept();
  if (!(cause instanceof ProgressRefused)) {
    console.error(cause);
    return problem.unreadable();
  }
  const { details } = cause;
  if (cause.problem === 'too_large') {
    const found_mb = Number(details.found) / mega;
    return problem.too_large({ found_mb, last_mb: details.last / mega });
  }
  return problem[cause.problem](details);
}

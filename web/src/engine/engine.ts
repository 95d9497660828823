import * as abi from './abi.gen.ts';
import { Table, type Row } from './table.ts';

/** A lever as the engine numbers it. */
export type Lever = keyof typeof abi.Lever;
export type ViewRow = Row<typeof abi.View>;
/** A shift's name everywhere: game/shift_key.h. */
export type ShiftKey = string;
export type ShiftInfo = Row<typeof abi.ShiftInfo> & { readonly key: ShiftKey };
export type Preview = Row<typeof abi.Preview>;
export type Command = Row<typeof abi.CommandRow>;
export type Moment = Row<typeof abi.MomentRow>;
export type Outcome = Row<typeof abi.OutcomeRow>;
export type Verdict = Row<typeof abi.VerdictRow>;
/** Another future of a run; `passed` is 0 or 1. */
export type WhatIf = { outcome: Row<typeof abi.WhatIfRow>; moments: Moment[] };
/** `lever` as the engine numbers it, as in a Command; `passed` is 0 or 1. */
export type BestChange = Omit<Row<typeof abi.BestChangeRow>, 'size' | 'searched' | 'found'>;
export type ReplayInfo = Row<typeof abi.ReplayInfo>;
export type ShiftRefusal = Row<typeof abi.ShiftRefusal>;
export type FreeFieldName = keyof typeof abi.FreeField;
/** What a free kitchen is made of: a value is `first`, `first + step`, … `last`. */
export type FreeField = Row<typeof abi.FreeFieldRow> & { readonly name: FreeFieldName };
export type StatusName = keyof typeof abi.Status;

/** What the module exports: wasm/abi.h. */
export type Exports = Record<
  | 'lk_abi_version'
  | 'lk_layout_hash'
  | 'lk_address'
  | 'lk_shift'
  | 'lk_free_fields'
  | 'lk_free_key'
  | 'lk_free_values'
  | 'lk_open'
  | 'lk_set'
  | 'lk_give'
  | 'lk_advance_to'
  | 'lk_finish_step'
  | 'lk_refresh'
  | 'lk_preview'
  | 'lk_read_commands'
  | 'lk_read_timeline'
  | 'lk_read_verdict'
  | 'lk_what_if'
  | 'lk_search_changes'
  | 'lk_sweep'
  | 'lk_write_replay'
  | 'lk_open_replay',
  (...values: number[]) => number
> & { memory: WebAssembly.Memory; _initialize?: () => void };

/** Makes an instance of the module; tests pass one that traps. */
export type Instantiate = () => Exports;

/**
 * unsupported: the browser has no WebAssembly. unreachable: the module didn't arrive.
 * wrong_module: page and module are of different builds (an old one came out of a cache).
 * refused: the module said no; `status` tells why. trapped: it broke twice in a row.
 */
export type EngineErrorKind =
  'unsupported' | 'unreachable' | 'wrong_module' | 'refused' | 'trapped';

export class EngineError extends Error {
  override name = 'EngineError';
  readonly kind: EngineErrorKind;
  readonly status: StatusName | null;

  constructor(kind: EngineErrorKind, message: string, status: StatusName | null = null) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/** Why a key names no shift: the number `found` where `first` to `last` is allowed, from character `at` on. */
export class ShiftRefused extends Error {
  override name = 'ShiftRefused';
  readonly reason: keyof typeof abi.ShiftError;
  readonly at: number;
  readonly found: number;
  readonly first: number;
  readonly last: number;
  readonly step: number;
  /** Of a free kitchen, where it is about one of its fields. */
  readonly field: FreeFieldName | null;

  constructor(refusal: ShiftRefusal) {
    const reason = name_of(abi.ShiftError, refusal.error);
    super(`shift refused: ${reason}`);
    this.reason = reason;
    this.at = refusal.at;
    this.found = refusal.found;
    this.first = refusal.first;
    this.last = refusal.last;
    this.step = refusal.step;
    this.field = refusal.field < 0 ? null : name_of(abi.FreeField, refusal.field);
  }
}

/** Why a replay was not opened; `info` is the engine's own account of it. */
export class ReplayRefused extends Error {
  override name = 'ReplayRefused';
  readonly reason: keyof typeof abi.ReplayError;
  readonly info: ReplayInfo;
  /** What is wrong with its shift, where that is the reason. */
  readonly shift: ShiftRefused | null;

  constructor(
    reason: keyof typeof abi.ReplayError,
    info: ReplayInfo,
    shift: ShiftRefused | null = null,
  ) {
    super(`replay refused: ${reason}`);
    this.reason = reason;
    this.info = info;
    this.shift = shift;
  }
}

/** Each move of a free kitchen's slider names another shift: more than a list of them isn't kept. */
const shifts_kept = 64;

/** What a run needs to be built again in a new instance. */
interface RunLog {
  key: ShiftKey;
  /** The text the run was opened from, with all its commands in it; null for a run of its own. */
  replay: string | null;
  /** The commands of a run without a text. */
  commands: Command[];
  /** Null before time was first let pass: until then changes are of the start. */
  now_ms: number | null;
}

/**
 * The kitchen's engine: the one run that is open, and everything computed from it.
 *
 * All calls are synchronous. Most take microseconds; one that plays runs (what_if(), opening a
 * replay) takes milliseconds in a full kitchen, making a day's shift some tens of them; sweep() and
 * search_changes() are asked in pieces.
 * `view` and `orders` are windows on the engine's memory, up to date after every call that says so;
 * everything returned is a copy. A call that the engine refuses throws an EngineError that names the
 * status. If the module traps, the instance is dropped, the run is rebuilt from its commands and the
 * call is made again.
 */
export class Engine {
  /** The kitchen as it stands: `engine.view.get('now_ms')`. */
  readonly view = new Table(abi.tables.view);
  /** One row per order of the crowd; rows 0…view.orders - 1: `engine.orders.get('status', 7)`. */
  readonly orders = new Table(abi.tables.orders);

  private readonly shift_info = new Table(abi.tables.shift_info);
  private readonly preview_row = new Table(abi.tables.preview);
  private readonly command_rows = new Table(abi.tables.commands);
  private readonly moment_rows = new Table(abi.tables.moments);
  private readonly outcome_rows = new Table(abi.tables.outcomes);
  private readonly verdict_row = new Table(abi.tables.verdict);
  private readonly what_if_row = new Table(abi.tables.what_if);
  private readonly best_change_row = new Table(abi.tables.best_change);
  private readonly replay_info = new Table(abi.tables.replay_info);
  private readonly shift_refusal = new Table(abi.tables.shift_refusal);
  private readonly free_field_rows = new Table(abi.tables.free_fields);
  private readonly free_value_rows = new Table(abi.tables.free_values);

  private readonly instantiate: Instantiate;
  private exports: Exports;
  private log: RunLog | null = null;
  /** The instance broke while the run was being built again: nothing it holds can be relied on. */
  private broken = false;
  /** What was asked for of late, the latest last. */
  private readonly shifts = new Map<ShiftKey, ShiftInfo>();
  private second: Engine | null = null;

  constructor(instantiate: Instantiate) {
    this.instantiate = instantiate;
    this.exports = this.start();
  }

  /** A kitchen more from the same compiled module; it shares nothing with this one. */
  another(): Engine {
    return new Engine(this.instantiate);
  }

  /**
   * The second kitchen of the page, made when it is first asked for: for looking at other runs than
   * the one on screen. Whoever uses it has it for one task at a time: by the next one somebody else
   * may have opened another run in it.
   */
  get beside(): Engine {
    return (this.second ??= this.another());
  }

  /** What is fixed about a shift. Same object while it is asked for now and then. Throws ShiftRefused. */
  shift(key: ShiftKey): ShiftInfo {
    const info = this.shifts.get(key) ?? this.read_shift(key);
    this.shifts.delete(key);
    this.shifts.set(key, info);
    if (this.shifts.size > shifts_kept) {
      const [oldest] = this.shifts.keys();
      this.shifts.delete(oldest!);
    }
    return info;
  }

  /** A new run of a shift, with its defaults, not yet started. Fills view and orders. Throws ShiftRefused. */
  open(key: ShiftKey): void {
    this.call_with_key('lk_open', key);
    this.log = { key, replay: null, commands: [], now_ms: null };
  }

  /** The shift of the open run; null where none is open. */
  get key(): ShiftKey | null {
    return this.log?.key ?? null;
  }

  /** What a free kitchen is made of, in the order of its values. */
  free_fields(): FreeField[] {
    this.call('lk_free_fields');
    return this.free_field_rows
      .rows(0, this.free_field_rows.rows_max)
      .map((row, field) => ({ ...row, name: name_of(abi.FreeField, field) }));
  }

  /** The key of the free kitchen made of these values, one per field. Throws ShiftRefused. */
  free_key(values: readonly number[]): ShiftKey {
    const { rows_max } = this.free_value_rows;
    if (values.length !== rows_max) {
      throw new RangeError(`${values.length} values for ${rows_max} fields`);
    }
    const odd = values.find((value) => !Number.isInteger(value));
    if (odd !== undefined) throw new RangeError(`${odd} is no whole number`);
    const status = this.guard(() => {
      values.forEach((value, field) => this.free_value_rows.set('value', field, to_int32(value)));
      return this.exports.lk_free_key();
    });
    if (status === abi.Status.shift_refused) throw this.refusal();
    this.expect_ok('lk_free_key', status);
    return this.read_text();
  }

  /** The values that a free kitchen is made of. Throws ShiftRefused. */
  free_values(key: ShiftKey): number[] {
    this.call_with_key('lk_free_values', key);
    return this.free_value_rows.rows(0, this.free_value_rows.rows_max).map((row) => row.value);
  }

  /** Sets a lever as of now; value as in game/lever.h. Fills view. */
  set(lever: Lever, value: number): void {
    // Change and reading are one: a trap between them would lose the change.
    const status = this.guard(() => {
      const set = this.exports.lk_set(abi.Lever[lever], value);
      return set === abi.Status.ok ? this.exports.lk_read_commands() : set;
    });
    this.expect_ok('lk_set', status);
    if (!this.log) return;
    this.log.commands = this.command_rows.rows(0, this.view.get('command_count'));
    this.log.replay = null; // what came from it is among the commands
  }

  /** Lets time pass up to a time of the shift. Fills view and orders. */
  advance_to(until_ms: number): void {
    this.call('lk_advance_to', until_ms);
    this.note_time();
  }

  /** Lets one decode step end, or time pass to the next event. Fills view and orders. */
  finish_step(): void {
    this.call('lk_finish_step');
    this.note_time();
  }

  /** A step of `requests` cached requests with that much context each, with the levers as they are. */
  preview(requests: number, context_tokens: number): Preview {
    this.call('lk_preview', requests, context_tokens);
    return this.preview_row.row(0);
  }

  /** The lever changes of the open run, in order of time. */
  commands(): Command[] {
    this.call('lk_read_commands');
    return this.command_rows.rows(0, this.view.get('command_count'));
  }

  /** The open run up to now, looked at every so many ms (at least 60). */
  timeline(every_ms: number): Moment[] {
    this.call('lk_read_timeline', every_ms);
    return this.moment_rows.rows(0, this.view.get('moment_count'));
  }

  /** What held the open run back; only once it is over. */
  verdict(): Verdict {
    this.call('lk_read_verdict');
    return this.verdict_row.row(0);
  }

  /**
   * The open run's other future: its own commands, but from a time on a lever keeps a value. Only once
   * it is over; `every_ms` as in timeline().
   */
  what_if(at_ms: number, lever: Lever, value: number, every_ms: number): WhatIf {
    this.call('lk_what_if', at_ms, abi.Lever[lever], value, every_ms);
    return {
      outcome: this.what_if_row.row(0),
      moments: this.moment_rows.rows(0, this.view.get('moment_count')),
    };
  }

  /**
   * Looks at the candidates `first` to `first + count - 1` for the best single change of the open run,
   * and gives the best since `first` was 0 (null while none serves one order more) and how many there
   * are in all. Each piece begins where the one before ended. Only once the run is over.
   */
  search_changes(first: number, count: number): { size: number; best: BestChange | null } {
    const status = this.guard(() => {
      // A new instance, after a trap, has yet to search what came before this piece.
      if (first > 0 && this.best_change_row.get('searched') === 0) {
        const before = this.exports.lk_search_changes(0, first);
        if (before !== abi.Status.ok) return before;
      }
      return this.exports.lk_search_changes(first, count);
    });
    this.expect_ok('lk_search_changes', status);
    const { size, searched: _searched, found, ...best } = this.best_change_row.row(0);
    return { size, best: found === 1 ? best : null };
  }

  /**
   * How every fixed setting of a shift ends, rows `first` to `first + count - 1` of the space, and
   * the size of the whole space. Order: slots fastest, then batching, KV cache, weights.
   */
  sweep(key: ShiftKey, first: number, count: number): { size: number; rows: Outcome[] } {
    this.call_with_key('lk_sweep', key, first, count);
    const size = this.view.get('outcome_count');
    return { size, rows: this.outcome_rows.rows(first, Math.min(size, first + count)) };
  }

  /** The run that is over, as text for a link. */
  write_replay(): string {
    this.call('lk_write_replay');
    return this.read_text();
  }

  /**
   * Plays a replay text to check it and opens its run at the start; advance_to() plays it. Gives
   * its shift's key. Throws ReplayRefused and leaves the open run as it was when the text doesn't hold.
   */
  open_replay(text: string): ShiftKey {
    const status = this.guard(() => this.exports.lk_open_replay(this.put_text(text)));
    if (status === abi.Status.replay_refused) {
      const info = this.replay_info.row(0);
      const reason = name_of(abi.ReplayError, info.error);
      throw new ReplayRefused(reason, info, reason === 'unknown_shift' ? this.refusal() : null);
    }
    this.expect_ok('lk_open_replay', status);
    const key = this.read_text();
    this.log = { key, replay: text, commands: [], now_ms: null };
    return key;
  }

  /** Brings a replay's run to a time: on where it is the one that is open, else from the start. */
  seek(replay: string, at_ms: number): void {
    if (this.log?.replay !== replay || at_ms < this.view.get('now_ms')) this.open_replay(replay);
    this.advance_to(at_ms);
  }

  private read_shift(key: ShiftKey): ShiftInfo {
    this.call_with_key('lk_shift', key);
    return { ...this.shift_info.row(0), key };
  }

  private put_text(text: string): number {
    const bytes = new TextEncoder().encode(text);
    const room = this.text_bytes();
    // One byte beyond the room is enough for the engine to see that it is too long.
    const length = Math.min(bytes.length, room.length);
    room.set(bytes.subarray(0, length));
    return length;
  }

  private read_text(): string {
    const length = this.view.get('text_length');
    return new TextDecoder().decode(this.text_bytes().subarray(0, length));
  }

  private refusal(): ShiftRefused {
    return new ShiftRefused(this.shift_refusal.row(0));
  }

  private note_time(): void {
    if (this.log) this.log.now_ms = this.view.get('now_ms');
  }

  private text_bytes(): Uint8Array {
    const address = this.exports.lk_address(abi.TEXT_TABLE);
    return new Uint8Array(this.exports.memory.buffer, address, abi.TEXT_BYTES_MAX);
  }

  private call(name: Exclude<keyof Exports, 'memory' | '_initialize'>, ...values: number[]): void {
    this.expect_ok(
      name,
      this.guard(() => this.exports[name](...values)),
    );
  }

  private call_with_key(
    name: 'lk_shift' | 'lk_open' | 'lk_sweep' | 'lk_free_values',
    key: ShiftKey,
    ...values: number[]
  ): void {
    const status = this.guard(() => this.exports[name](this.put_text(key), ...values));
    if (status === abi.Status.shift_refused) throw this.refusal();
    this.expect_ok(name, status);
  }

  private expect_ok(name: string, status: number): void {
    if (status === abi.Status.ok) return;
    const status_name = name_of(abi.Status, status);
    throw new EngineError('refused', `${name}: ${status_name}`, status_name);
  }

  /** Makes a call; after a trap once more, in a new instance with the run rebuilt. */
  private guard(make: () => number): number {
    try {
      if (!this.broken) return make();
    } catch (trap) {
      if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
    }
    this.broken = true;
    try {
      this.exports = this.start();
      this.rebuild();
      const status = make();
      this.broken = false;
      return status;
    } catch (trap) {
      if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
      throw new EngineError('trapped', trap.message);
    }
  }

  private rebuild(): void {
    if (!this.log) return;
    const { key, replay, commands, now_ms } = this.log;
    if (replay === null) {
      this.expect_ok('lk_open', this.exports.lk_open(this.put_text(key)));
      for (const { at_ms, lever, value } of commands) {
        this.expect_ok('lk_give', this.exports.lk_give(at_ms, lever, value));
      }
    } else {
      this.expect_ok('lk_open_replay', this.exports.lk_open_replay(this.put_text(replay)));
    }
    if (now_ms !== null) this.expect_ok('lk_advance_to', this.exports.lk_advance_to(now_ms));
  }

  private start(): Exports {
    const exports = this.instantiate();
    exports._initialize?.();
    const version = exports.lk_abi_version();
    const layout = exports.lk_layout_hash() >>> 0;
    if (version !== abi.ABI_VERSION || layout !== abi.LAYOUT_HASH) {
      throw new EngineError(
        'wrong_module',
        `page is of ABI ${abi.ABI_VERSION}/${abi.LAYOUT_HASH}, module of ${version}/${layout}`,
      );
    }
    for (const table of [
      this.view,
      this.orders,
      this.shift_info,
      this.preview_row,
      this.command_rows,
      this.moment_rows,
      this.outcome_rows,
      this.verdict_row,
      this.what_if_row,
      this.best_change_row,
      this.replay_info,
      this.shift_refusal,
      this.free_field_rows,
      this.free_value_rows,
    ]) {
      table.attach(exports.memory.buffer, exports.lk_address(table.number));
    }
    return exports;
  }
}

/** The nearest number that the engine can take: what is out of its range is out of any. */
function to_int32(value: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value));
}

function name_of<Names extends Record<string, number>>(names: Names, value: number): keyof Names {
  const found = Object.keys(names).find((name) => names[name] === value);
  if (found === undefined) throw new EngineError('wrong_module', `no name for ${value}`);
  return found;
}

/** Compiles a module's bytes into an Engine. */
export async function engine_from(module: WebAssembly.Module): Promise<Engine> {
  return new Engine(() => new WebAssembly.Instance(module, {}).exports as unknown as Exports);
}

import * as abi from '../engine/abi.gen.ts';
import type { Engine, Preview } from '../engine/engine.ts';

/**
 * What a frame of the page is drawn from: who is where. Everything else is read from the engine's
 * tables. One object, filled anew each frame, so that drawing makes no garbage.
 */
export interface Frame {
  /** Order in each slot, -1 for none. */
  order_in_slot: Int32Array;
  /** Orders in the queue, its head first. */
  queue: number[];
  /** One more than the highest slot taken. */
  slots_taken_end: number;
}

export function new_frame(slots_max: number): Frame {
  return { order_in_slot: new Int32Array(slots_max).fill(-1), queue: [], slots_taken_end: 0 };
}

export function fill_frame(frame: Frame, engine: Engine): void {
  const { orders, view } = engine;
  frame.order_in_slot.fill(-1);
  frame.queue.length = 0;
  frame.slots_taken_end = 0;
  // Orders are in order of arrival: those after the last one that came are all pending.
  const arrived = view.get('arrived');
  for (let order = 0; order < arrived; order += 1) {
    const status = orders.get('status', order);
    if (status === abi.OrderStatus.running) {
      const slot = orders.get('slot', order);
      frame.order_in_slot[slot] = order;
      frame.slots_taken_end = Math.max(frame.slots_taken_end, slot + 1);
    } else if (status === abi.OrderStatus.waiting) {
      frame.queue[orders.get('queue_place', order)] = order;
    }
  }
}

/** Orders on stoves above the limit: they finish, and nobody follows them. */
export function closing_of(frame: Frame, slots: number): number {
  let closing = 0;
  for (let slot = slots; slot < frame.slots_taken_end; slot += 1) {
    if ((frame.order_in_slot[slot] ?? -1) >= 0) closing += 1;
  }
  return closing;
}

/** How much of its patience an order has left: 1 as it comes in, 0 as it leaves. */
export function patience_left(engine: Engine, order: number): number {
  const arrival_us = engine.orders.get('arrival_us', order);
  const deadline_us = engine.orders.get('deadline_us', order);
  const left = deadline_us - engine.view.get('now_ms') * 1000;
  return Math.min(1, Math.max(0, left / (deadline_us - arrival_us)));
}

/** Orders lost so far, those still in the house at the end included. */
export function lost(engine: Engine): number {
  const { view } = engine;
  const left =
    view.get('left_no_free_slot') +
    view.get('left_static_batch') +
    view.get('left_memory_full') +
    view.get('left_step_too_slow');
  return view.get('ended') ? left + view.get('unfinished') : left;
}

/** Time of the step under way; 0 with nothing running. */
export function step_us(engine: Engine): number {
  const { view } = engine;
  return (
    view.get('step_weights_us') +
    view.get('step_requests_us') +
    view.get('step_kv_read_us') +
    view.get('step_prefill_us')
  );
}

/**
 * A step with a single order and next to no context yet, under the levers as they are: what texts and
 * verdict mean by "alone".
 */
export function alone_us(engine: Engine): number {
  return preview_us(engine.preview(1, 1));
}

/** Time of a whole step that is only previewed. */
export function preview_us(preview: Preview): number {
  return preview.weights_us + preview.requests_us + preview.kv_read_us + preview.prefill_us;
}

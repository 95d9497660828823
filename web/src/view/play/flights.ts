import * as abi from '../../engine/abi.gen.ts';
import { cause_name } from '../../state/caption.ts';
import type { Session } from '../../state/session.svelte.ts';
import { icon_shape, type IconName } from '../base/icons.ts';

/**
 * Orders on their way: from the rail to a stove, from there to the counter, or out of the house with
 * the reason on the ticket. Drawn over the kitchen, which shows every order where it is already: a
 * flight that is cut short or left out changes nothing.
 */

/** One takes this long at most, on the wall… */
const flight_ms = 280;
/** …and no longer than this in the kitchen: at high speeds the dish would cook while it still flies. */
const flight_sim_ms = 320;
/** Shorter than this, it would only flicker. */
const flight_ms_min = 130;
/** At most so many are on their way. */
const flights_max = 10;
/** Places on the page are measured no more often than this: measuring makes the browser lay it out. */
const measured_for_ms = 400;

type Kind = 'ticket' | 'dish' | 'lost';

interface Point {
  x: number;
  y: number;
}

interface Places {
  /** Tickets on the rail, the head first. */
  tickets: Point[];
  rail: Point;
  stoves: Point;
  counter: Point;
}

/** Milliseconds on the wall for a flight at a speed; 0: none. */
export function flight_time(speed: number): number {
  const time_ms = Math.min(flight_ms, flight_sim_ms / speed);
  return time_ms < flight_ms_min ? 0 : time_ms;
}

/** Where a stove's middle is, from the corner of the stoves' box. */
export type StoveSpot = (slot: number) => Point | null;

export class Flights {
  private readonly layer: HTMLElement;
  private readonly stove_spot: StoveSpot;
  private readonly nodes: HTMLElement[] = [];
  private readonly status: Int8Array;
  /** Slot or place in the queue, by order. */
  private readonly place: Int16Array;
  private now_ms = -1;
  private places: Places | null = null;
  private measured_at_ms = -Infinity;

  constructor(layer: HTMLElement, stove_spot: StoveSpot) {
    this.layer = layer;
    this.stove_spot = stove_spot;
    const { rows } = abi.tables.orders;
    this.status = new Int8Array(rows);
    this.place = new Int16Array(rows);
  }

  /** Looks at what changed since the last time, and lets it be seen. */
  paint(session: Session): void {
    const now_ms = session.engine.view.get('now_ms');
    const time_ms = session.phase === 'setup' ? 0 : flight_time(session.speed);
    // Another run, or one that was wound on: nothing of what is in the air is true any more.
    const goes_on = now_ms >= this.now_ms && now_ms - this.now_ms <= 1_000 && this.now_ms >= 0;
    if (!goes_on) this.clear();
    const shows =
      goes_on && time_ms > 0 && document.documentElement.dataset['motion'] !== 'reduced';
    this.now_ms = now_ms;
    const { orders, view } = session.engine;
    const arrived = view.get('arrived');
    for (let order = 0; order < arrived; order += 1) {
      const status = orders.get('status', order);
      const before = this.status[order] as number;
      const was_at = this.place[order] as number;
      if (status === abi.OrderStatus.running) this.place[order] = orders.get('slot', order);
      else if (status === abi.OrderStatus.waiting) {
        this.place[order] = orders.get('queue_place', order);
      }
      if (status === before) continue;
      this.status[order] = status;
      if (shows) this.show(order, before, was_at, session, time_ms);
    }
  }

  clear(): void {
    this.status.fill(abi.OrderStatus.pending);
    this.land();
  }

  /** Ends what is in the air. */
  land(): void {
    for (const node of this.nodes) {
      for (const flight of node.getAnimations()) flight.cancel();
    }
  }

  private show(
    order: number,
    before: number,
    was_at: number,
    session: Session,
    time_ms: number,
  ): void {
    const { orders } = session.engine;
    const status = orders.get('status', order);
    const places = this.measure();
    if (!places) return;
    const ticket = (place: number): Point => places.tickets[place] ?? places.rail;
    const stove = (slot: number): Point => this.at_stove(places, slot);
    const from =
      before === abi.OrderStatus.running
        ? stove(was_at)
        : before === abi.OrderStatus.waiting
          ? ticket(was_at)
          : places.rail;
    const name = `#${order + 1}`;
    if (status === abi.OrderStatus.running) {
      this.fly('ticket', name, from, stove(orders.get('slot', order)), time_ms);
    } else if (status === abi.OrderStatus.served) {
      this.fly('dish', '', from, places.counter, time_ms);
    } else if (status === abi.OrderStatus.left) {
      const cause = cause_name(orders.get('cause', order));
      this.fly('lost', cause, from, { x: from.x - 24, y: from.y + 56 }, time_ms);
    } else if (status === abi.OrderStatus.waiting && before === abi.OrderStatus.running) {
      this.fly('ticket', name, from, ticket(0), time_ms);
    }
  }

  private fly(kind: Kind, what: string, from: Point, to: Point, time_ms: number): void {
    const node = this.free_node();
    if (!node) return;
    node.dataset['kind'] = kind;
    if (kind === 'lost') node.replaceChildren(icon(what as IconName));
    else node.textContent = what;
    const lost = kind === 'lost';
    node.animate(
      [
        { opacity: 1, transform: `translate(${from.x}px, ${from.y}px)` },
        // A ticket's number stays readable to the end; what is lost fades.
        ...(lost ? [{ opacity: 1, offset: 0.6 }] : []),
        {
          opacity: lost ? 0 : 1,
          transform: `translate(${to.x}px, ${to.y}px) rotate(${lost ? -24 : 0}deg)`,
        },
      ],
      { duration: time_ms, easing: lost ? 'ease-in' : 'cubic-bezier(0.3, 0.1, 0.3, 1)' },
    );
  }

  private free_node(): HTMLElement | null {
    const free = this.nodes.find((node) => node.getAnimations().length === 0);
    if (free || this.nodes.length >= flights_max) return free ?? null;
    const node = document.createElement('i');
    node.className = 'flight';
    this.layer.append(node);
    this.nodes.push(node);
    return node;
  }

  private at_stove(places: Places, slot: number): Point {
    const spot = this.stove_spot(slot);
    return spot ? { x: places.stoves.x + spot.x, y: places.stoves.y + spot.y } : places.stoves;
  }

  private measure(): Places | null {
    const wall_ms = performance.now();
    if (this.places && wall_ms - this.measured_at_ms < measured_for_ms) return this.places;
    this.measured_at_ms = wall_ms;
    const root = this.layer.parentElement;
    const find = (spot: string): Element | null | undefined =>
      root?.querySelector(`[data-spot="${spot}"]`);
    const rail = find('rail');
    const stoves = find('stoves');
    if (!rail || !stoves) return null;
    const origin = this.layer.getBoundingClientRect();
    const from_layer = (box: DOMRect, x = 0.5, y = 0.5): Point => ({
      x: box.left + box.width * x - origin.left,
      y: box.top + box.height * y - origin.top,
    });
    const rail_box = rail.getBoundingClientRect();
    this.places = {
      tickets: [...rail.children]
        .filter((ticket) => !(ticket as HTMLElement).hidden)
        .map((ticket) => from_layer(ticket.getBoundingClientRect())),
      rail: from_layer(rail_box, 0.9, 0.3),
      stoves: from_layer(stoves.getBoundingClientRect(), 0, 0),
      counter: from_layer(this.counter_box(find('counter'), find('goal'))),
    };
    return this.places;
  }

  /** The plate served last, or where the goal is told if the counter is out of sight. */
  private counter_box(
    counter: Element | null | undefined,
    goal: Element | null | undefined,
  ): DOMRect {
    const box = (counter?.lastElementChild ?? counter)?.getBoundingClientRect() ?? new DOMRect();
    const dock_top = document.querySelector('.dock')?.getBoundingClientRect().top ?? innerHeight;
    const seen = box.bottom > 0 && box.top < Math.min(innerHeight, dock_top);
    return seen || !goal ? box : goal.getBoundingClientRect();
  }
}

function icon(name: IconName): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icon_shape(name).d);
  svg.append(path);
  return svg;
}

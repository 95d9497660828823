/** In this order, after the page's head. */
export const piece_names = ['beside', 'kitchen', 'dock'] as const;

/**
 * What stands of the page. It is mounted in pieces, each a task of its own, so that a slow phone isn't
 * deaf until all of it is there: the page's head, the cards beside the kitchen, the kitchen, its levers.
 */
class Pieces {
  beside = $state(false);
  kitchen = $state(false);
  dock = $state(false);
  /** All of it is in the document. */
  placed = $state(false);
}

export const pieces = new Pieces();

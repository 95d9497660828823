/**
 * Keeps telling how wide an element is, in sixteenths of a rem. Charts are drawn in that unit, so
 * that their letters grow with the page's and stay as large on a phone as on a wall.
 */
export function watch_width(told: (width: number) => void): (element: HTMLElement) => () => void {
  return (element) => {
    const measure = (): void => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      told((16 * element.clientWidth) / rem);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  };
}

/** Where along a drawing a pointer is, in the drawing's unit: it is `width` of them wide. */
export function place_in(event: PointerEvent, width: number): number {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return ((event.clientX - box.left) / box.width) * width;
}

import { useLayoutEffect, type RefObject } from 'react';

// Between the anchor and what floats, and from there to the edges of the window, in CSS pixels.
const gap = 4;
const margin = 8;

/**
 * Shows an element with the attribute `popover` above everything, also above a dialog that contains
 * it, below its anchor or, without room there, above it. It follows when something scrolls.
 */
export function usePlaced(
  anchor: RefObject<HTMLElement | null>,
  floating: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useLayoutEffect(() => {
    const [from, panel] = [anchor.current, floating.current];
    if (!isOpen || from === null || panel === null) return undefined;
    const move = (): void => place(panel, from.getBoundingClientRect());
    panel.showPopover();
    move();
    const sizes = new ResizeObserver(move);
    sizes.observe(panel);
    sizes.observe(from);
    addEventListener('scroll', move, { capture: true, passive: true });
    addEventListener('resize', move);
    visualViewport?.addEventListener('resize', move);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', move, { capture: true });
      removeEventListener('resize', move);
      visualViewport?.removeEventListener('resize', move);
      if (panel.matches(':popover-open')) panel.hidePopover();
    };
  }, [anchor, floating, isOpen]);
}

/**
 * Puts an open panel below its anchor or, without room there, above it. The styles are set as
 * properties, which the Content-Security-Policy permits.
 */
export function place(panel: HTMLElement, from: DOMRect): void {
  const { clientWidth: width } = document.documentElement;
  // A keyboard on the screen makes the visible part smaller.
  const height = visualViewport?.height ?? innerHeight;
  const below = height - from.bottom - gap - margin;
  const above = from.top - gap - margin;
  const isBelow = below >= above || panel.scrollHeight <= below;
  panel.style.minWidth = `${Math.min(from.width, width - 2 * margin)}px`;
  panel.style.maxHeight = `${Math.max(isBelow ? below : above, 0)}px`;
  const isRightToLeft = getComputedStyle(panel).direction === 'rtl';
  const start = isRightToLeft ? from.right - panel.offsetWidth : from.left;
  panel.style.left = `${clamp(start, margin, width - panel.offsetWidth - margin)}px`;
  panel.style.top = `${isBelow ? from.bottom + gap : from.top - gap - panel.offsetHeight}px`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

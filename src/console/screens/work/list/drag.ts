import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Lets an element be dragged. The text is what other programs get. */
export function useDragSource<E extends HTMLElement>(
  text: string,
  onDrag: (isDragged: boolean) => void,
) {
  const source = useRef<E>(null);
  const start = useEffectEvent((event: DragEvent) => {
    event.dataTransfer?.setData('text/plain', text);
    onDrag(true);
  });
  const end = useEffectEvent(() => onDrag(false));
  useEffect(() => {
    const { current } = source;
    const onStart = (event: DragEvent): void => start(event);
    const onEnd = (): void => end();
    current?.addEventListener('dragstart', onStart);
    current?.addEventListener('dragend', onEnd);
    return () => {
      current?.removeEventListener('dragstart', onStart);
      current?.removeEventListener('dragend', onEnd);
    };
  }, []);
  return source;
}

/** Lets something be dropped on an element. `isOver`: something is dragged above it. */
export function useDropTarget<E extends HTMLElement>(onDrop: () => void) {
  const target = useRef<E>(null);
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const { current } = target;
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget: next }: DragEvent): void => {
      if (!(next instanceof Node && current?.contains(next) === true)) setOver(false);
    };
    const dropped = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      drop();
    };
    current?.addEventListener('dragover', over);
    current?.addEventListener('dragleave', leave);
    current?.addEventListener('drop', dropped);
    return () => {
      current?.removeEventListener('dragover', over);
      current?.removeEventListener('dragleave', leave);
      current?.removeEventListener('drop', dropped);
    };
  }, []);
  return { target, isOver };
}

import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** Rows that came so many milliseconds ago have not been read yet. */
const readMs = 250;
const moves = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp']);

/**
 * What Enter does: `wait` for the rows of the text, go to the `only` row there is, or to the row that is `chosen`. Rows of an
 * earlier text, and rows that came in the moment before, are never what the reader meant, unless an arrow chose among them.
 */
export function enterOutcome(rows: {
  readonly isLoading: boolean;
  readonly shownMs: number;
  readonly hasMoved: boolean;
}): 'wait' | 'only' | 'chosen' {
  if (rows.isLoading) return 'wait';
  return rows.hasMoved || rows.shownMs >= readMs ? 'chosen' : 'only';
}

interface EnterOptions {
  /** Where the text is typed. */
  readonly field: RefObject<HTMLElement | null>;
  /** Ids of the rows: others when the rows are others. */
  readonly shown: string;
  readonly text: string;
  readonly isLoading: boolean;
  /** Goes to the only row; nothing where there are several. */
  readonly goToOnly: () => void;
}

/** Keeps an Enter until the rows of its text are there, and puts the choice on the first of them, after a paste too. */
export function useEnter({ field, shown, text, isLoading, goToOnly }: EnterOptions) {
  const isWaiting = useRef(false);
  const shownAt = useRef(0);
  const hasMoved = useRef(false);
  useEffect(() => {
    isWaiting.current = false;
  }, [text]);
  useEffect(() => {
    if (isLoading) return undefined;
    shownAt.current = performance.now();
    hasMoved.current = false;
    if (isWaiting.current) {
      isWaiting.current = false;
      goToOnly();
    }
    if (text === '' || shown === '') return undefined;
    // React Aria chooses a first row while one types, among the rows of that moment, and none after a paste. It knows the new
    // rows once they are drawn.
    const timer = setTimeout(() => {
      const home = new globalThis.KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true });
      field.current?.querySelector('input')?.dispatchEvent(home);
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only rows that have changed, or are complete now, are new
  }, [shown, isLoading]);
  return (event: KeyboardEvent): void => {
    if (!event.nativeEvent.isTrusted || event.nativeEvent.isComposing) return;
    if (moves.has(event.key)) hasMoved.current = !isLoading;
    if (event.key !== 'Enter') return;
    const shownMs = performance.now() - shownAt.current;
    const outcome = enterOutcome({ isLoading, shownMs, hasMoved: hasMoved.current });
    if (outcome === 'chosen') return;
    event.preventDefault();
    event.stopPropagation();
    if (outcome === 'wait') isWaiting.current = true;
    else goToOnly();
  };
}

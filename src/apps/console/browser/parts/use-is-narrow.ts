import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window answers a media query now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether tables are shown as rows of two lines. */
export function useIsNarrow(): boolean {
  return useMedia('(width <= 640px)');
}

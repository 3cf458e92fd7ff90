import { useEffect } from 'react';

/**
 * Asks for the page again when the buyer came Back to it and the browser showed the answer that it kept: browsers do not
 * ask before that, so what was chosen since would be missing. Not for a page that comes whole from the back/forward cache.
 */
export function useFreshOnReturn(): void {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward') location.reload();
  }, []);
}

import { useEffect } from 'react';

/**
 * Loads the page again when the buyer returned to it by Back and the browser showed its cached answer: browsers do not
 * revalidate then, so that later choices would be missing. Not for a page restored from the back/forward cache.
 */
export function useReloadOnReturn(): void {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const isReturn = navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
    // Not a reload: it would repeat the form's request that this document may answer.
    if (isReturn) location.replace(location.href);
  }, []);
}

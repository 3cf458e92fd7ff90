import { useEffect } from 'react';

/**
 * Asks for the page again when the buyer came Back to it and the browser showed the answer that it kept: browsers do not
 * ask before that, so what was chosen since would be missing. Not for a page that comes whole from the back/forward cache.
 */
export function useReloadOnReturn(): void {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const isReturn = navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
    // Not a reload: that would send the form again whose refusal this document may be.
    if (isReturn) location.replace(location.href);
  }, []);
}

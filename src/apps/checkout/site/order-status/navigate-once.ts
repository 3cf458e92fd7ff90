let isNavigating = false;

/**
 * Navigates once: several sources (pushed status, a bank's frame, a timer) may each start the navigation, and a second one
 * would abort the first. A page restored from the back/forward cache may navigate again.
 */
export function navigateOnce(address: string): void {
  if (isNavigating) return;
  isNavigating = true;
  addEventListener('pageshow', () => (isNavigating = false), { once: true });
  location.replace(address);
}

let isNavigating = false;

/**
 * Leaves for an address, once: what tells a page to go on (pushed status, a bank's frame, a clock) may tell it twice, and
 * a second navigation would abort the first. A page that comes back out of the back/forward cache may leave again.
 */
export function navigateOnce(address: string): void {
  if (isNavigating) return;
  isNavigating = true;
  addEventListener('pageshow', () => (isNavigating = false), { once: true });
  location.replace(address);
}

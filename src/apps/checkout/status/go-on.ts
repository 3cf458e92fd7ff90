let isGoing = false;

/**
 * Leaves for an address, once: what tells a page to go on (pushed status, a bank's frame, a clock) may tell it twice, and
 * a second navigation would abort the first. A page that comes back out of the back/forward cache may leave again.
 */
export function goOn(address: string): void {
  if (isGoing) return;
  isGoing = true;
  addEventListener('pageshow', () => (isGoing = false), { once: true });
  location.replace(address);
}

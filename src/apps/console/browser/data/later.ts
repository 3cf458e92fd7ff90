/**
 * Hands a promise to a `Part` without waiting for it. A part that is never shown, because the reader has gone on, must not
 * leave an unhandled rejection behind.
 */
export function later<Data>(promise: Promise<Data>): Promise<Data> {
  promise.catch(() => undefined);
  return promise;
}

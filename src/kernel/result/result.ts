/**
 * An expected outcome as a value: `ok` carries the result, otherwise `error` carries a named failure.
 * Surprises (bugs, lost connections) are thrown instead.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

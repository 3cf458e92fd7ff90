/** The fields of `GET /api/v1/order/<id>/status` and its stream that pages read. */
export interface OrderStatus {
  readonly state: string;
  readonly attempt: { readonly id: string; readonly state: string } | null;
}

/** Parses an answer; null when it has another shape. */
export function readOrderStatus(text: string): OrderStatus | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('state' in value) || typeof value.state !== 'string')
      return null;
    const attempt: unknown = 'attempt' in value ? value.attempt : null;
    if (typeof attempt !== 'object' || attempt === null) return { state: value.state, attempt: null };
    if (!('id' in attempt) || !('state' in attempt)) return null;
    return { state: value.state, attempt: { id: String(attempt.id), state: String(attempt.state) } };
  } catch {
    return null;
  }
}

/** One text per status: when it changes, the page reloads its address. */
export function orderStateKey({ state, attempt }: OrderStatus): string {
  return `${state}/${attempt?.id ?? ''}/${attempt?.state ?? ''}`;
}

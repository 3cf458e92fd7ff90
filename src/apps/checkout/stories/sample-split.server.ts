import type { OrderView, PartView, SplitView } from '#src/domain/orders/index.ts';
import type { StoryRequest } from './stories.contract.server.ts';
import type { OfferedMethod } from '../payment-form/payment.types.ts';
import { partsParam, writeParts } from '../payment-form/split/split-query.ts';

/** The same request with the price divided between the first ways that are offered; null where only one is. */
export function splitRequest(
  request: StoryRequest,
  methods: readonly OfferedMethod[],
  parts: number,
): StoryRequest | null {
  const requestedParts = Array.from({ length: parts }, (_, index) => methods[index % methods.length]?.method ?? '');
  if (methods.length === 0) return null;
  return {
    ...request,
    rawQuery: new URLSearchParams({
      [partsParam]: writeParts(requestedParts.map((method) => ({ method, amount: null }))),
    }),
  };
}

/** An order of which a part is reserved while the other was refused, or whose time for the rest is over. */
export function heldOrder(view: OrderView, standing: 'held' | 'undone', now: Date): OrderView {
  const { order, attempts } = view;
  const held = order.total / 2n;
  const parts = attempts.map((attempt): PartView => {
    const { id: attemptId, rail, method, installments, kept, declineCode, expiresAt } = attempt;
    const shared = { attemptId, tenderId: attemptId, rail, method, installments, kept, declineCode, expiresAt };
    return { ...shared, principal: held, interest: 0n, standing: 'refused' };
  });
  const split: SplitView = {
    standing,
    parts,
    held: standing === 'held' ? held : 0n,
    heldUntil: standing === 'held' ? new Date(now.getTime() + 14 * 60_000) : null,
    owed: standing === 'held' ? order.total - held : order.total,
  };
  return { ...view, split };
}

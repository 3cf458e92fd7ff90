import type { Order } from '../../orders/index.ts';
import { accounts } from '../ledger/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { Movement } from '../ports/gateway.port.ts';

/** What every line of the books about money that reached a gateway has in common. */
export function incomingLedgerLine(
  order: Pick<Order, 'id'>,
  attempt: Pick<AttemptRow, 'id' | 'gateway'>,
  movement: Movement,
) {
  return {
    gateway: attempt.gateway,
    movementId: movement.id,
    orderId: order.id,
    attemptId: attempt.id,
    debit: accounts.gateway(attempt.gateway),
    currency: movement.currency,
    occurredAt: movement.at,
  };
}

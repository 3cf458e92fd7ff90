import type { FunctionModule } from 'kysely';
import type { Database } from '../../database/index.server.ts';

/** The tables that a question for a subject has joined. */
interface JoinedTables extends Database {
  /** The subscription for a term of which an order is. */
  readonly charged: Database['subscriptions'];
}

/**
 * What an event is about: the lead from which it all came. A lead, the order that came of it, the subscription that began
 * with that, and the orders of its terms are one subject, so that what concerns two of them has its order too.
 */
export function deliverySubject(
  fn: Pick<FunctionModule<JoinedTables, 'charged' | 'orders' | 'subscriptions' | 'leads'>, 'coalesce'>,
) {
  return fn.coalesce('charged.lead_id', 'orders.lead_id', 'subscriptions.lead_id', 'leads.id');
}

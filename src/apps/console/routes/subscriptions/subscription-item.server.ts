import type { SubscriptionRow } from '#src/domain/sales/search/index.server.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { SubscriptionItem } from './subscriptions.types.ts';

export function toSubscriptionItem(row: SubscriptionRow): SubscriptionItem {
  return { ...row, amount: unitsToJson(row.amount), createdAt: row.createdAt.toISOString() };
}

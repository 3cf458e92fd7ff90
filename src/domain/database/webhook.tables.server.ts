import type { ColumnType, Generated } from 'kysely';

/** Rows of `migrations/0026-outgoing-messages.ts` and `migrations/0036-messages-in-their-order.ts`. Times are UTC instants. */

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface WebhookEndpointsTable {
  id: string;
  secret_number: Generated<number>;
  overlap_until: OptionalTime;
  ended_at: OptionalTime;
  failures: Generated<number>;
  rests_until: OptionalTime;
  leased_until: OptionalTime;
  lease: ColumnType<string | null, string | null | undefined, string | null>;
  last_success_at: OptionalTime;
  last_failure_at: OptionalTime;
  unlisted_at: OptionalTime;
}

export interface WebhookDeliveriesTable {
  endpoint_id: string;
  event_id: bigint;
  subject: ColumnType<string | null, string | null | undefined, string | null>;
  state: string;
  tries: Generated<number>;
  round_tries: Generated<number>;
  next_try_at: OptionalTime;
  last_status: ColumnType<number | null, number | null | undefined, number | null>;
  last_failure: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  last_try_at: OptionalTime;
  delivered_at: OptionalTime;
  replayed_at: OptionalTime;
}

import type { ColumnType, Generated } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Json, TimeOrNull } from './column-types.server.ts';

/** Rows of `migrations/0012-messaging.ts` and `migrations/0018-recording.ts`. */

export interface EmailsTable {
  id: string;
  order_id: string;
  kind: string;
  dedup: string;
  state: 'waiting' | 'sent' | 'not-needed' | 'given-up';
  tries: Generated<number>;
  created_at: Date;
  sent_at: Date | null;
  locked_until: Generated<Date | null>;
  /** Hash of the template and words that composed it. */
  template_version: Generated<string | null>;
  /** What became of the last try; null before the first. */
  outcome: Generated<'accepted' | 'refused' | 'unreachable' | null>;
  smtp_code: Generated<number | null>;
  /** Class of a refusal. */
  refusal: Generated<string | null>;
}

export interface OutboxEventsTable {
  id: Generated<bigint>;
  type: string;
  /** It is about exactly one of these three. */
  order_id: ColumnType<string | null, string | undefined, never>;
  subscription_id: ColumnType<string | null, string | undefined, never>;
  lead_id: ColumnType<string | null, string | undefined, never>;
  dedup: string;
  payload: Json<JsonObject>;
  created_at: Date;
  /** When its webhook deliveries were written. */
  dispatched_at: ColumnType<Date | null, Date | undefined, Date>;
}

export interface WebhookEndpointsTable {
  id: string;
  secret_number: Generated<number>;
  overlap_until: TimeOrNull;
  ended_at: TimeOrNull;
  failures: Generated<number>;
  paused_until: TimeOrNull;
  leased_until: TimeOrNull;
  lease: ColumnType<string | null, string | null | undefined, string | null>;
  last_success_at: TimeOrNull;
  last_failure_at: TimeOrNull;
  unlisted_at: TimeOrNull;
}

export interface WebhookDeliveriesTable {
  endpoint_id: string;
  event_id: bigint;
  subject: ColumnType<string | null, string | null | undefined, string | null>;
  state: 'waiting' | 'delivered' | 'given-up' | 'ended';
  tries: Generated<number>;
  round_tries: Generated<number>;
  next_try_at: TimeOrNull;
  last_status: ColumnType<number | null, number | null | undefined, number | null>;
  last_failure: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  last_try_at: TimeOrNull;
  delivered_at: TimeOrNull;
  replayed_at: TimeOrNull;
}

/** A request that was sent for a delivery. */
export interface WebhookTriesTable {
  endpoint_id: string;
  event_id: bigint;
  n: number;
  at: Date;
  status: number | null;
  failure: string | null;
  ms: number;
}

export interface IncomingWebhooksTable {
  id: string;
  gateway: string;
  event_id: string;
  reference: string | null;
  attempt_id: string | null;
  state: 'stored' | 'parked' | 'applied' | 'rejected';
  reason: string | null;
  tries: Generated<number>;
  received_at: Date;
  handled_at: Date | null;
}

export interface GatewayCursorsTable {
  gateway: string;
  cursor: string | null;
  updated_at: Date;
}

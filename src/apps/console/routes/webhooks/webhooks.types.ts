import type { JsonValue } from '#src/kernel/json/json.ts';

/** Times are ISO 8601 in UTC. */
type Instant = string;

/** An endpoint in `GET /data/webhooks/endpoints`. */
export interface WebhookEndpointRow {
  /** `<brand or brand.variant>/<kind>`. */
  readonly id: string;
  readonly kind: 'platform' | 'backend';
  readonly url: string;
  readonly types: readonly string[];
  /** `paused`: nothing is sent until `pausedUntil`; `ended`: it answered 410. */
  readonly state: 'open' | 'paused' | 'ended';
  readonly secretNumber: number;
  /** Until when the secret before signs as well. */
  readonly overlapUntil: Instant | null;
  /** Failures in a row. */
  readonly failures: number;
  readonly pausedUntil: Instant | null;
  readonly endedAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  readonly lastFailureAt: Instant | null;
  readonly waiting: number;
  readonly waitingSince: Instant | null;
  readonly givenUp: number;
  /** Of the last 24 hours, at most the newest 1,000. */
  readonly recent: { readonly tries: number; readonly failed: number; readonly p95Ms: number | null };
  /** What the person may do with it. */
  readonly mayReplay: boolean;
  readonly mayRotate: boolean;
}

export type DeliveryState = 'waiting' | 'delivered' | 'given-up' | 'ended';

/** A delivery of an endpoint's list. */
export interface DeliveryRow {
  readonly eventId: string;
  /** The `webhook-id` by which the receiver knows it. */
  readonly messageId: string;
  readonly type: string;
  readonly at: Instant;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly nextTryAt: Instant | null;
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  readonly deliveredAt: Instant | null;
}

/** Answer of `GET /data/webhooks/endpoints/:owner/:kind/deliveries`; newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRow[];
  /** The `before` of the next page; null at the end. */
  readonly next: string | null;
}

/** One delivery with its tries, and its message as it would be composed now. */
export interface DeliveryDetail extends DeliveryRow {
  readonly orderId: string | null;
  readonly tryList: readonly {
    readonly n: number;
    readonly at: Instant;
    readonly status: number | null;
    readonly failure: string | null;
    readonly ms: number;
  }[];
  /** Personal data masked. Bodies that were sent are not kept. Null: it cannot be composed any more. */
  readonly body: JsonValue | null;
}

/** Answer of `POST …/check-signature`. */
export type SignatureAnswer =
  | {
      readonly result: 'signed';
      readonly secretNumber: number;
      readonly isCurrent: boolean;
      /** The secret before the present one, which still signs. */
      readonly isOverlapping: boolean;
    }
  | { readonly result: 'unsigned' };

/** Answer of `POST …/rotate`. The secret is in no other answer. */
export interface RotatedSecret {
  readonly secret: string;
  readonly secretNumber: number;
  /** Until when the one before signs as well; null: it stopped at once. */
  readonly overlapUntil: Instant | null;
}

import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { JsonValue } from '#src/kernel/json/json.ts';
import type { MessagingContext } from '../context.server.ts';
import { buildWebhook } from './build-webhook.server.ts';
import { deliveryOf, type DeliveryView } from './delivery.repository.server.ts';
import { readEndpointViews } from './manage-endpoints.server.ts';
import { factsOf } from './event-facts.repository.server.ts';
import { maskWebhookBody } from './mask-webhook-body.ts';
import { triesOfDelivery, type WebhookTry } from './webhook-try.repository.server.ts';

type InspectContext = Pick<MessagingContext, 'db' | 'clock' | 'webhooks'>;

/** One delivery with its tries, and its message as it would be composed now. */
export interface InspectedDelivery extends DeliveryView {
  readonly orderId: string | null;
  readonly tryList: readonly WebhookTry[];
  /** Personal data masked; null: what it was about is gone, or cannot be composed. Bodies that were sent are not kept. */
  readonly body: JsonValue | null;
}

/** Reads one delivery of an endpoint; null when the endpoint has none of that event. */
export async function inspectDelivery(
  { db, webhooks }: InspectContext,
  endpointId: string,
  eventId: bigint,
): Promise<InspectedDelivery | null> {
  const delivery = await deliveryOf(db, endpointId, eventId);
  const endpoint = webhooks?.endpoints.find(({ id }) => id === endpointId);
  if (!delivery || !endpoint) return null;
  const [tryList, facts] = await Promise.all([triesOfDelivery(db, endpointId, eventId), factsOf(db, [eventId])]);
  const event = facts.get(eventId);
  const sold = event?.order ?? event?.subscription ?? event?.lead;
  const own = sold && webhooks?.endpointsOf(sold.brand, sold.variant).find(({ id }) => id === endpointId);
  const body = event ? composed(event, own ?? endpoint) : null;
  return { ...delivery, orderId: event?.order?.id ?? null, tryList, body };
}

function composed(...of: Parameters<typeof buildWebhook>): JsonValue | null {
  try {
    const body = buildWebhook(...of);
    return body === null ? null : maskWebhookBody(JSON.parse(body) as JsonValue);
  } catch {
    // The delivery's own failure says that it cannot be composed.
    return null;
  }
}

/** A message as a receiver has it: three headers of Standard Webhooks 1.0.0, and the body byte for byte. */
export interface ReceivedMessage {
  readonly id: string;
  /** Seconds since 1970, as in `webhook-timestamp`. */
  readonly timestamp: string;
  /** `v1,…`, several separated by blanks. */
  readonly signature: string;
  readonly body: string;
}

/**
 * Whether a message is signed by a secret of an endpoint: by which number, and whether that still signs. `unsigned`: by none of
 * them, so that the body was changed on its way, or the message is not ours.
 */
export type SignatureCheck =
  | {
      readonly result: 'signed';
      readonly secretNumber: number;
      readonly isCurrent: boolean;
      readonly isOverlapping: boolean;
    }
  | { readonly result: 'unsigned' };

/** Secrets before the present one that are tried. */
const formerSecrets = 5;

/** Checks a message's signature, whatever its age; null for an unknown endpoint. */
export async function checkSignature(
  ctx: InspectContext,
  endpointId: string,
  message: ReceivedMessage,
): Promise<SignatureCheck | null> {
  const { webhooks } = ctx;
  const view = (await readEndpointViews(ctx)).find(({ endpoint }) => endpoint.id === endpointId);
  if (!view || !webhooks) return null;
  const at = new Date(Number(message.timestamp) * 1000);
  if (Number.isNaN(at.getTime())) return { result: 'unsigned' };
  const given = message.signature.trim().split(/\s+/);
  for (let number = view.secretNumber; number > Math.max(0, view.secretNumber - formerSecrets); number -= 1) {
    const own = new Webhook(webhooks.secretOf(endpointId, number)).sign(message.id, at, message.body);
    if (!given.some((one) => isEqual(one, own))) continue;
    const isCurrent = number === view.secretNumber;
    const isOverlapping = number === view.secretNumber - 1 && view.overlapUntil !== null;
    return { result: 'signed', secretNumber: number, isCurrent, isOverlapping };
  }
  return { result: 'unsigned' };
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import type { readEndpointViews, endpointResponses } from '#src/domain/messaging/webhooks/index.server.ts';
import type { DeliveryRow, WebhookEndpointRow } from './webhooks.types.ts';

type View = Awaited<ReturnType<typeof readEndpointViews>>[number];
type Responses = Awaited<ReturnType<typeof endpointResponses>>[number];

/** An instant as routes answer it. */
export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An endpoint as the list shows it. */
export function endpointRow(
  { endpoint: { id, kind, url, types }, ...view }: View,
  responses: Responses | undefined,
  may: Pick<WebhookEndpointRow, 'mayReplay' | 'mayRotate'>,
): WebhookEndpointRow {
  return {
    ...{ id, kind, url, types: [...types], state: view.state, secretNumber: view.secretNumber },
    ...{ overlapUntil: iso(view.overlapUntil), failures: view.failures, pausedUntil: iso(view.pausedUntil) },
    ...{ endedAt: iso(view.endedAt), lastSuccessAt: iso(view.lastSuccessAt), lastFailureAt: iso(view.lastFailureAt) },
    ...{ waiting: view.waiting, waitingSince: iso(responses?.waitingSince ?? null), givenUp: view.givenUp },
    recent: { tries: responses?.tries ?? 0, failed: responses?.failed ?? 0, p95Ms: responses?.p95 ?? null },
    ...may,
  };
}

interface Delivery {
  readonly eventId: bigint;
  readonly messageId: string;
  readonly type: string;
  readonly at: Date;
  readonly state: DeliveryRow['state'];
  readonly tries: number;
  readonly nextTryAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  readonly deliveredAt: Date | null;
}

/** A delivery as lists show it. */
export function deliveryRow(one: Delivery): DeliveryRow {
  return {
    ...{ eventId: String(one.eventId), messageId: one.messageId, type: one.type, at: one.at.toISOString() },
    ...{ state: one.state, tries: one.tries, nextTryAt: iso(one.nextTryAt) },
    ...{ lastStatus: one.lastStatus, lastFailure: one.lastFailure, deliveredAt: iso(one.deliveredAt) },
  };
}

import { randomInt } from 'node:crypto';
import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import type { SsrfGuardedOutcome } from '#src/kernel/http/client/ssrf-guarded-client.server.ts';
import { randomText } from '#src/kernel/ids/ids.server.ts';
import type { MessagingContext } from '../context.server.ts';
import { buildWebhook, messageId } from './build-webhook.server.ts';
import {
  type CompletedDelivery,
  type DueDelivery,
  dueDeliveries,
  recordDelivered,
  recordFailedAttempt,
} from './delivery.repository.server.ts';
import {
  endEndpoint,
  type EndpointRow,
  leaseEndpoint,
  recordEndpointFailure,
  recordEndpointSuccess,
  releaseEndpoint,
  pauseEndpoint,
} from './endpoint.repository.server.ts';
import { type EventFacts, factsOf } from './event-facts.repository.server.ts';
import { batchDeliveries } from './batch-deliveries.server.ts';
import type { WebhookEndpoint, WebhooksPort } from './webhooks.port.ts';
import { nextTryAt, readRetryAfter, pauseAfterFailures, pausedUntilAfter } from './retry-schedule.ts';
import { signWebhook } from './sign-webhook.server.ts';

/** Messages of one endpoint that are sent at the same time, each about another subject: a slow one delays no other. */
const concurrency = 4;
const batch = 12;
/** How long after a lease messages are still begun: even the slowest ends before the lease does. */
const beginWithinMs = 40_000;
/** How long a delivery waits to be recorded together with others. */
const flushAfterMs = 500;

/** Sends an endpoint its due deliveries, until none is due, it is paused or has ended, or `isStopping` returns true. */
export async function deliverTo(
  ctx: MessagingContext,
  port: WebhooksPort,
  endpoint: WebhookEndpoint,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const lease = randomText(12);
  try {
    while (!isStopping()) {
      const now = ctx.clock.now();
      const leasedAt = performance.now();
      // Sent together, they run one after the other: due deliveries are read under the lease.
      const [row, due] = await pipelinedReads(ctx.db, (db) =>
        Promise.all([leaseEndpoint(db, endpoint.id, lease, now), dueDeliveries(db, endpoint.id, now, batch)]),
      );
      if (!row || due.length === 0) return;
      const subjects = [...Map.groupBy(due, ({ subject, eventId }) => subject ?? eventId).values()];
      // After a pause one message is sent first: the others follow only when it is accepted.
      const chosen = row.failures >= pauseAfterFailures ? [leastAttempted(subjects)] : subjects;
      const isOver = () => isStopping() || performance.now() - leasedAt > beginWithinMs;
      await deliverBatch(ctx, port, { endpoint, row }, chosen, { isOver, isStopping });
    }
  } finally {
    await releaseEndpoint(ctx.db, endpoint.id, lease);
  }
}

/** Of the due messages, the one that failed least: one that is always refused says little about the receiver. */
function leastAttempted(subjects: readonly (readonly DueDelivery[])[]): DueDelivery[] {
  const firsts = subjects.flatMap((subject) => subject.slice(0, 1));
  return firsts.toSorted((one, other) => one.roundTries - other.roundTries).slice(0, 1);
}

interface Destination {
  readonly endpoint: WebhookEndpoint;
  readonly row: EndpointRow;
}

interface Ends {
  /** No further message begins. */
  readonly isOver: () => boolean;
  /** Requests under way are aborted. */
  readonly isStopping: () => boolean;
}

/** Sends the due messages of some subjects, each subject in order and several at the same time. */
async function deliverBatch(
  ctx: MessagingContext,
  port: WebhooksPort,
  to: Destination,
  subjects: readonly (readonly DueDelivery[])[],
  { isOver, isStopping }: Ends,
): Promise<void> {
  const eventIds = subjects.flat().map(({ eventId }) => eventId);
  const facts = await pipelinedReads(ctx.db, (db) => factsOf(db, eventIds));
  const inFlight = new Set<Promise<void>>();
  const completed = batchDeliveries((batched) => recordDelivered(ctx.db, to.endpoint.id, batched), flushAfterMs);
  let isClosed = false;
  let lastAcceptedAt: Date | null = null;
  let firstError: { readonly error: unknown } | null = null;
  async function deliverInOrder(subject: readonly DueDelivery[]): Promise<void> {
    for (const delivery of subject) {
      if (isClosed || isOver()) return;
      const outcome = await deliverOne(ctx, port, to, delivery, facts.get(delivery.eventId) ?? null, isStopping);
      if (outcome === 'shut') isClosed = true;
      if (outcome === 'shut' || outcome === 'failed') return;
      completed.add(outcome);
      // A message without content was not sent.
      if (outcome.status !== null) lastAcceptedAt = outcome.at;
    }
  }
  for (const subject of subjects) {
    if (inFlight.size >= concurrency) await Promise.race(inFlight);
    if (isClosed || isOver()) break;
    const one = deliverInOrder(subject).catch((error: unknown) => {
      isClosed = true;
      firstError ??= { error };
    });
    const tracked: Promise<void> = one.finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  }
  await Promise.all(inFlight);
  // Before anything is thrown: an accepted message is not sent again because another one failed.
  await completed.end();
  const unexpected = firstError as { readonly error: unknown } | null;
  if (unexpected) throw unexpected.error;
  const acceptedAt = lastAcceptedAt as Date | null;
  if (acceptedAt !== null && !isClosed) await recordEndpointSuccess(ctx.db, to.endpoint.id, acceptedAt);
}

/** The delivery was accepted; or `shut`: nothing more is sent to the endpoint now. */
type DeliveryOutcome = CompletedDelivery | 'failed' | 'shut';

async function deliverOne(
  ctx: MessagingContext,
  port: WebhooksPort,
  { endpoint, row }: Destination,
  { eventId, roundTries }: DueDelivery,
  facts: EventFacts | null,
  isStopping: () => boolean,
): Promise<DeliveryOutcome> {
  const { db } = ctx;
  const message = read(ctx, ownEndpoint(port, endpoint, facts), facts);
  if (message === 'nothing') return { eventId, status: null, at: ctx.clock.now(), ms: 0 };
  const sentAt = performance.now();
  const answer =
    message === 'unreadable' || facts === null
      ? null
      : await port.post(
          endpoint.url,
          message.body,
          signWebhook(messageId(facts), message.body, ctx.clock.now(), secretsOf(ctx, port, row)),
        );
  ctx.crashPoint('webhook-answered');
  // Aborted by us: the delivery is still due, and the receiver did not fail.
  if (isStopping() && answer !== null && answer.kind !== 'status') return 'shut';
  const now = ctx.clock.now();
  const ms = Math.round(performance.now() - sentAt);
  const status = answer?.kind === 'status' ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) return { eventId, status, at: now, ms };
  const next = nextTryAt(now, roundTries + 1, randomInt(1_000) / 1_000, retryAfterOf(answer));
  const failure = answer === null ? 'unreadable' : failureOf(answer);
  await recordFailedAttempt(db, endpoint.id, eventId, { status, failure, next, ms: answer === null ? null : ms }, now);
  const logFields = { target: endpoint.id, eventId: String(eventId), reason: failure, status };
  if (status === 410) {
    await endEndpoint(db, endpoint.id, now);
    ctx.staffSignals.listChanged('tasks');
    ctx.log.error('webhook-endpoint-gone', logFields);
    return 'shut';
  }
  if (next === null) ctx.log.error('webhook-given-up', logFields);
  // A message that could not be built says nothing about its receiver.
  if (answer === null) return 'failed';
  const until = pausedUntilAfter(now, await recordEndpointFailure(db, endpoint.id, now));
  if (until === null) return 'failed';
  await pauseEndpoint(db, endpoint.id, until);
  ctx.log.warn('webhook-endpoint-paused', logFields);
  return 'shut';
}

/** The endpoint as the event's brand and variant configure it: variants that share a receiver may send different data. */
function ownEndpoint(port: WebhooksPort, endpoint: WebhookEndpoint, facts: EventFacts | null): WebhookEndpoint {
  const sold = facts?.order ?? facts?.subscription ?? facts?.lead;
  const own = sold && port.endpointsOf(sold.brand, sold.variant).find(({ id }) => id === endpoint.id);
  return own ?? endpoint;
}

function read(
  ctx: MessagingContext,
  endpoint: WebhookEndpoint,
  facts: EventFacts | null,
): { readonly body: string } | 'nothing' | 'unreadable' {
  try {
    const body = facts && buildWebhook(facts, endpoint);
    return body === null ? 'nothing' : { body };
  } catch (error) {
    ctx.log.error('webhook-unreadable', { target: endpoint.id, eventId: String(facts?.id), error });
    return 'unreadable';
  }
}

function secretsOf(ctx: MessagingContext, port: WebhooksPort, row: EndpointRow): string[] {
  const now = ctx.clock.now();
  const numbers = [row.secret_number];
  if (row.overlap_until !== null && row.overlap_until > now && row.secret_number > 1)
    numbers.push(row.secret_number - 1);
  return numbers.map((number) => port.secretOf(row.id, number));
}

function retryAfterOf(answer: SsrfGuardedOutcome | null): number | null {
  return answer?.kind === 'status' ? readRetryAfter(answer.headers['retry-after']) : null;
}

function failureOf(answer: SsrfGuardedOutcome): string {
  if (answer.kind === 'status') return `status-${answer.status}`;
  return answer.kind === 'forbidden' ? 'address-forbidden' : answer.reason;
}

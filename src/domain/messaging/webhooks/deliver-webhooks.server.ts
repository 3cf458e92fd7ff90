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
  noteFailure,
  noteSuccess,
  releaseEndpoint,
  pauseEndpoint,
} from './endpoint.repository.server.ts';
import { type EventFacts, factsOf } from './event-facts.repository.server.ts';
import { batchDeliveries } from './batch-deliveries.server.ts';
import type { WebhookEndpoint, WebhooksPort } from './webhooks.port.ts';
import { nextTryAt, readRetryAfter, pauseAfterFailures, pausedUntilAfter } from './retry-schedule.ts';
import { signWebhook } from './sign-webhook.server.ts';

/** How many messages of one endpoint are on their way at once, each about another subject: a slow one stops no other. */
const concurrency = 4;
const batch = 12;
/** How long after a lease messages are begun: even when the last takes all its time, it ends before the lease does. */
const beginWithinMs = 40_000;
/** How long what has arrived waits for others to be noted with: who dies after that sends none of it again. */
const flushAfterMs = 500;

/** Sends an endpoint what is due to it, until nothing is, it rests, it has ended, or `isStopping` says so. */
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
      // Asked together, they run one after the other: what is due is read once nobody else sends it.
      const [row, due] = await pipelinedReads(ctx.db, (db) =>
        Promise.all([leaseEndpoint(db, endpoint.id, lease, now), dueDeliveries(db, endpoint.id, now, batch)]),
      );
      if (!row || due.length === 0) return;
      const subjects = [...Map.groupBy(due, ({ subject, eventId }) => subject ?? eventId).values()];
      // After a rest one message goes first: only when it arrives do the others follow.
      const chosen = row.failures >= pauseAfterFailures ? [leastAttempted(subjects)] : subjects;
      const isOver = () => isStopping() || performance.now() - leasedAt > beginWithinMs;
      await deliverBatch(ctx, port, { endpoint, row }, chosen, { isOver, isStopping });
    }
  } finally {
    await releaseEndpoint(ctx.db, endpoint.id, lease);
  }
}

/** Of what may go now, the message that failed least: one that is always refused says little about the receiver. */
function leastAttempted(subjects: readonly (readonly DueDelivery[])[]): DueDelivery[] {
  const firsts = subjects.flatMap((subject) => subject.slice(0, 1));
  return firsts.toSorted((one, other) => one.roundTries - other.roundTries).slice(0, 1);
}

interface Destination {
  readonly endpoint: WebhookEndpoint;
  readonly row: EndpointRow;
}

interface Ends {
  /** Nothing more begins. */
  readonly isOver: () => boolean;
  /** What is on its way is hung up on. */
  readonly isStopping: () => boolean;
}

/** Sends what is due about some subjects, each in its order and several side by side. */
async function deliverBatch(
  ctx: MessagingContext,
  port: WebhooksPort,
  to: Destination,
  subjects: readonly (readonly DueDelivery[])[],
  { isOver, isStopping }: Ends,
): Promise<void> {
  const eventIds = subjects.flat().map(({ eventId }) => eventId);
  const facts = await pipelinedReads(ctx.db, (db) => factsOf(db, eventIds));
  const onTheWay = new Set<Promise<void>>();
  const completed = batchDeliveries((arrived) => recordDelivered(ctx.db, to.endpoint.id, arrived), flushAfterMs);
  let isClosed = false;
  let lastAcceptedAt: Date | null = null;
  let firstError: { readonly error: unknown } | null = null;
  async function deliverInOrder(subject: readonly DueDelivery[]): Promise<void> {
    for (const delivery of subject) {
      if (isClosed || isOver()) return;
      const verdict = await deliverOne(ctx, port, to, delivery, facts.get(delivery.eventId) ?? null, isStopping);
      if (verdict === 'shut') isClosed = true;
      if (verdict === 'shut' || verdict === 'failed') return;
      completed.add(verdict);
      // Where there was nothing to say nobody answered.
      if (verdict.status !== null) lastAcceptedAt = verdict.at;
    }
  }
  for (const subject of subjects) {
    if (onTheWay.size >= concurrency) await Promise.race(onTheWay);
    if (isClosed || isOver()) break;
    const one = deliverInOrder(subject).catch((error: unknown) => {
      isClosed = true;
      firstError ??= { error };
    });
    const tracked: Promise<void> = one.finally(() => onTheWay.delete(tracked));
    onTheWay.add(tracked);
  }
  await Promise.all(onTheWay);
  // Before anything is thrown: whoever answered is not sent the same again because of another's mishap.
  await completed.end();
  const unexpected = firstError as { readonly error: unknown } | null;
  if (unexpected) throw unexpected.error;
  const acceptedAt = lastAcceptedAt as Date | null;
  if (acceptedAt !== null && !isClosed) await noteSuccess(ctx.db, to.endpoint.id, acceptedAt);
}

/** It arrived; or `shut`: nothing more goes there now. */
type Verdict = CompletedDelivery | 'failed' | 'shut';

async function deliverOne(
  ctx: MessagingContext,
  port: WebhooksPort,
  { endpoint, row }: Destination,
  { eventId, roundTries }: DueDelivery,
  facts: EventFacts | null,
  isStopping: () => boolean,
): Promise<Verdict> {
  const { db } = ctx;
  const message = read(ctx, ownEndpoint(port, endpoint, facts), facts);
  if (message === 'nothing') return { eventId, status: null, at: ctx.clock.now() };
  const answer =
    message === 'unreadable' || facts === null
      ? null
      : await port.post(
          endpoint.url,
          message.body,
          signWebhook(messageId(facts), message.body, ctx.clock.now(), secretsOf(ctx, port, row)),
        );
  ctx.crashPoint('webhook-answered');
  // We hung up ourselves: it is still due, and no fault of theirs.
  if (isStopping() && answer !== null && answer.kind !== 'status') return 'shut';
  const now = ctx.clock.now();
  const status = answer?.kind === 'status' ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) return { eventId, status, at: now };
  const next = nextTryAt(now, roundTries + 1, randomInt(1_000) / 1_000, retryAfterOf(answer));
  const failure = answer === null ? 'unreadable' : failureOf(answer);
  await recordFailedAttempt(db, endpoint.id, eventId, { status, failure, next }, now);
  const logFields = { target: endpoint.id, eventId: String(eventId), reason: failure, status };
  if (status === 410) {
    await endEndpoint(db, endpoint.id, now);
    ctx.log.error('webhook-endpoint-gone', logFields);
    return 'shut';
  }
  if (next === null) ctx.log.error('webhook-given-up', logFields);
  // A message of ours that nobody could send says nothing about who would have received it.
  if (answer === null) return 'failed';
  const until = pausedUntilAfter(now, await noteFailure(db, endpoint.id, now));
  if (until === null) return 'failed';
  await pauseEndpoint(db, endpoint.id, until);
  ctx.log.warn('webhook-endpoint-paused', logFields);
  return 'shut';
}

/** A receiver that several variants of a brand share may be told different things about each. */
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

import { randomInt } from 'node:crypto';
import type { GuardedAnswer } from '#src/kernel/http/guarded-post.server.ts';
import { randomText } from '#src/kernel/ids/ids.server.ts';
import type { DomainContext } from '../context.server.ts';
import { buildMessage, messageId } from './build-message.server.ts';
import { type DueDelivery, dueDeliveries, noteTry } from './delivery.repository.server.ts';
import {
  endEndpoint,
  type EndpointRow,
  leaseEndpoint,
  noteFailure,
  noteSuccess,
  releaseEndpoint,
  restEndpoint,
} from './endpoint.repository.server.ts';
import { type EventFacts, factsOf } from './event-facts.repository.server.ts';
import type { OutgoingEndpoint, OutgoingPort } from './outgoing.port.ts';
import { nextTryAt, readRetryAfter, restAfterFailures, restUntil } from './retry-schedule.ts';
import { signMessage } from './sign-message.server.ts';

/** How many messages of one endpoint are on their way at once. They start in order, and a slow one stops no other. */
const sideBySide = 4;
/** Even when each takes all its time, a batch ends before the lease of its endpoint does. */
const batch = 12;

/** Sends an endpoint what is due to it, until nothing is, it rests, it has ended, or `isStopping` says so. */
export async function deliverTo(
  ctx: DomainContext,
  port: OutgoingPort,
  endpoint: OutgoingEndpoint,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const lease = randomText(12);
  try {
    while (!isStopping()) {
      const row = await leaseEndpoint(ctx.db, endpoint.id, lease, ctx.clock.now());
      if (!row) return;
      // After a rest one message goes first: only when it arrives do the others follow.
      const most = row.failures >= restAfterFailures ? 1 : batch;
      const due = await dueDeliveries(ctx.db, endpoint.id, ctx.clock.now(), most);
      if (due.length === 0) return;
      await deliverBatch(ctx, port, { endpoint, row }, due, isStopping);
    }
  } finally {
    await releaseEndpoint(ctx.db, endpoint.id, lease);
  }
}

interface Destination {
  readonly endpoint: OutgoingEndpoint;
  readonly row: EndpointRow;
}

async function deliverBatch(
  ctx: DomainContext,
  port: OutgoingPort,
  to: Destination,
  due: readonly DueDelivery[],
  isStopping: () => boolean,
): Promise<void> {
  const facts = await factsOf(
    ctx.db,
    due.map(({ eventId }) => eventId),
  );
  const onTheWay = new Set<Promise<void>>();
  let isShut = false;
  let hasArrived = false;
  let broken: { readonly error: unknown } | null = null;
  for (const delivery of due) {
    if (onTheWay.size >= sideBySide) await Promise.race(onTheWay);
    if (isShut || isStopping()) break;
    const one = deliverOne(ctx, port, to, delivery, facts.get(delivery.eventId) ?? null, isStopping).then(
      (verdict) => {
        if (verdict === 'arrived') hasArrived = true;
        if (verdict === 'shut') isShut = true;
      },
      (error: unknown) => {
        isShut = true;
        broken ??= { error };
      },
    );
    const tracked: Promise<void> = one.finally(() => onTheWay.delete(tracked));
    onTheWay.add(tracked);
  }
  await Promise.all(onTheWay);
  const surprise = broken as { readonly error: unknown } | null;
  if (surprise) throw surprise.error;
  if (hasArrived && !isShut) await noteSuccess(ctx.db, to.endpoint.id, ctx.clock.now());
}

/** `shut`: nothing more goes there now. */
type Verdict = 'arrived' | 'failed' | 'shut';

async function deliverOne(
  ctx: DomainContext,
  port: OutgoingPort,
  { endpoint, row }: Destination,
  { eventId, roundTries }: DueDelivery,
  facts: EventFacts | null,
  isStopping: () => boolean,
): Promise<Verdict> {
  const { db } = ctx;
  const message = read(ctx, ownEndpoint(port, endpoint, facts), facts);
  if (message === 'nothing') {
    await noteTry(db, endpoint.id, eventId, { state: 'delivered', status: null }, ctx.clock.now());
    return 'arrived';
  }
  const answer =
    message === 'unreadable' || facts === null
      ? null
      : await port.post(
          endpoint.url,
          message.body,
          signMessage(messageId(facts), message.body, ctx.clock.now(), secretsOf(ctx, port, row)),
        );
  ctx.crashPoint('webhook-answered');
  // We hung up ourselves: it is still due, and no fault of theirs.
  if (isStopping() && answer !== null && answer.kind !== 'status') return 'shut';
  const now = ctx.clock.now();
  const status = answer?.kind === 'status' ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) {
    await noteTry(db, endpoint.id, eventId, { state: 'delivered', status }, now);
    return 'arrived';
  }
  const next = nextTryAt(now, roundTries + 1, randomInt(1_000) / 1_000, wishOf(answer));
  const failure = answer === null ? 'unreadable' : failureOf(answer);
  await noteTry(db, endpoint.id, eventId, { state: 'failed', status, failure, next }, now);
  const told = { target: endpoint.id, eventId: String(eventId), reason: failure, status };
  if (status === 410) {
    await endEndpoint(db, endpoint.id, now);
    ctx.log.error('webhook-endpoint-gone', told);
    return 'shut';
  }
  if (next === null) ctx.log.error('webhook-given-up', told);
  // A message of ours that nobody could send says nothing about who would have received it.
  if (answer === null) return 'failed';
  const until = restUntil(now, await noteFailure(db, endpoint.id, now));
  if (until === null) return 'failed';
  await restEndpoint(db, endpoint.id, until);
  ctx.log.warn('webhook-endpoint-rests', told);
  return 'shut';
}

/** A receiver that several variants of a brand share may be told different things about each. */
function ownEndpoint(port: OutgoingPort, endpoint: OutgoingEndpoint, facts: EventFacts | null): OutgoingEndpoint {
  const sold = facts?.order ?? facts?.subscription ?? facts?.lead;
  const own = sold && port.endpointsOf(sold.brand, sold.variant).find(({ id }) => id === endpoint.id);
  return own ?? endpoint;
}

function read(
  ctx: DomainContext,
  endpoint: OutgoingEndpoint,
  facts: EventFacts | null,
): { readonly body: string } | 'nothing' | 'unreadable' {
  try {
    const body = facts && buildMessage(facts, endpoint);
    return body === null ? 'nothing' : { body };
  } catch (error) {
    ctx.log.error('webhook-unreadable', { target: endpoint.id, eventId: String(facts?.id), error });
    return 'unreadable';
  }
}

function secretsOf(ctx: DomainContext, port: OutgoingPort, row: EndpointRow): string[] {
  const now = ctx.clock.now();
  const numbers = [row.secret_number];
  if (row.overlap_until !== null && row.overlap_until > now && row.secret_number > 1)
    numbers.push(row.secret_number - 1);
  return numbers.map((number) => port.secretOf(row.id, number));
}

function wishOf(answer: GuardedAnswer | null): number | null {
  return answer?.kind === 'status' ? readRetryAfter(answer.headers['retry-after']) : null;
}

function failureOf(answer: GuardedAnswer): string {
  if (answer.kind === 'status') return `status-${answer.status}`;
  return answer.kind === 'forbidden' ? 'address-forbidden' : answer.reason;
}

import { randomInt } from 'node:crypto';
import { together } from '#src/kernel/db/pipeline.server.ts';
import type { GuardedAnswer } from '#src/kernel/http/guarded-post.server.ts';
import { randomText } from '#src/kernel/ids/ids.server.ts';
import type { DomainContext } from '../context.server.ts';
import { buildMessage, messageId } from './build-message.server.ts';
import {
  type Arrival,
  type DueDelivery,
  dueDeliveries,
  noteArrivals,
  noteFailedTry,
} from './delivery.repository.server.ts';
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
import { gatherArrivals } from './gather-arrivals.server.ts';
import type { OutgoingEndpoint, OutgoingPort } from './outgoing.port.ts';
import { nextTryAt, readRetryAfter, restAfterFailures, restUntil } from './retry-schedule.ts';
import { signMessage } from './sign-message.server.ts';

/** How many messages of one endpoint are on their way at once, each about another subject: a slow one stops no other. */
const sideBySide = 4;
const batch = 12;
/** How long after a lease messages are begun: even when the last takes all its time, it ends before the lease does. */
const beginWithinMs = 40_000;
/** How long what has arrived waits for others to be noted with: who dies after that sends none of it again. */
const patienceMs = 500;

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
      const now = ctx.clock.now();
      const leasedAt = performance.now();
      // Asked together, they run one after the other: what is due is read once nobody else sends it.
      const [row, due] = await together(ctx.db, (db) =>
        Promise.all([leaseEndpoint(db, endpoint.id, lease, now), dueDeliveries(db, endpoint.id, now, batch)]),
      );
      if (!row || due.length === 0) return;
      const subjects = [...Map.groupBy(due, ({ subject, eventId }) => subject ?? eventId).values()];
      // After a rest one message goes first: only when it arrives do the others follow.
      const chosen = row.failures >= restAfterFailures ? [leastTried(subjects)] : subjects;
      const isOver = () => isStopping() || performance.now() - leasedAt > beginWithinMs;
      await deliverBatch(ctx, port, { endpoint, row }, chosen, { isOver, isStopping });
    }
  } finally {
    await releaseEndpoint(ctx.db, endpoint.id, lease);
  }
}

/** Of what may go now, the message that failed least: one that is always refused says little about the receiver. */
function leastTried(subjects: readonly (readonly DueDelivery[])[]): DueDelivery[] {
  const firsts = subjects.flatMap((subject) => subject.slice(0, 1));
  return firsts.toSorted((one, other) => one.roundTries - other.roundTries).slice(0, 1);
}

interface Destination {
  readonly endpoint: OutgoingEndpoint;
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
  ctx: DomainContext,
  port: OutgoingPort,
  to: Destination,
  subjects: readonly (readonly DueDelivery[])[],
  { isOver, isStopping }: Ends,
): Promise<void> {
  const eventIds = subjects.flat().map(({ eventId }) => eventId);
  const facts = await together(ctx.db, (db) => factsOf(db, eventIds));
  const onTheWay = new Set<Promise<void>>();
  const arrivals = gatherArrivals((arrived) => noteArrivals(ctx.db, to.endpoint.id, arrived), patienceMs);
  let isShut = false;
  let lastTaken: Date | null = null;
  let broken: { readonly error: unknown } | null = null;
  async function tellInOrder(subject: readonly DueDelivery[]): Promise<void> {
    for (const delivery of subject) {
      if (isShut || isOver()) return;
      const verdict = await deliverOne(ctx, port, to, delivery, facts.get(delivery.eventId) ?? null, isStopping);
      if (verdict === 'shut') isShut = true;
      if (verdict === 'shut' || verdict === 'failed') return;
      arrivals.add(verdict);
      // Where there was nothing to say nobody answered.
      if (verdict.status !== null) lastTaken = verdict.at;
    }
  }
  for (const subject of subjects) {
    if (onTheWay.size >= sideBySide) await Promise.race(onTheWay);
    if (isShut || isOver()) break;
    const one = tellInOrder(subject).catch((error: unknown) => {
      isShut = true;
      broken ??= { error };
    });
    const tracked: Promise<void> = one.finally(() => onTheWay.delete(tracked));
    onTheWay.add(tracked);
  }
  await Promise.all(onTheWay);
  // Before anything is thrown: whoever answered is not sent the same again because of another's mishap.
  await arrivals.end();
  const surprise = broken as { readonly error: unknown } | null;
  if (surprise) throw surprise.error;
  const takenAt = lastTaken as Date | null;
  if (takenAt !== null && !isShut) await noteSuccess(ctx.db, to.endpoint.id, takenAt);
}

/** It arrived; or `shut`: nothing more goes there now. */
type Verdict = Arrival | 'failed' | 'shut';

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
  if (message === 'nothing') return { eventId, status: null, at: ctx.clock.now() };
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
  if (status !== null && status >= 200 && status < 300) return { eventId, status, at: now };
  const next = nextTryAt(now, roundTries + 1, randomInt(1_000) / 1_000, wishOf(answer));
  const failure = answer === null ? 'unreadable' : failureOf(answer);
  await noteFailedTry(db, endpoint.id, eventId, { status, failure, next }, now);
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

import type { JsonObject } from '#src/kernel/json/json.ts';
import type { DomainContext } from '../context.server.ts';
import { spendCount } from '../defences/index.server.ts';
import type { AppliedFact } from './apply-gateway-fact.server.ts';
import { type AttemptRow, attemptById, attemptByReference } from './attempt.repository.server.ts';
import { isOpen } from './attempt-states.ts';
import { checkKnownAttempt } from './check-attempt.server.ts';
import type { NotificationHint, RawNotification } from './notification.port.ts';
import {
  dueNotifications,
  forgetRejected,
  isCredit,
  markNotification,
  type NotificationLook,
  type NotificationRow,
  storeHints,
  waitingNotification,
} from './notification.repository.server.ts';

/** A message about a charge that we do not know (yet) is kept this long, in seconds; one without an answer longer. */
const parkedSeconds = 24 * 3600;
const unansweredSeconds = 7 * 24 * 3600;
/** A gateway may tell of a change before it shows it: so many looks that find nothing new are believed. */
const looksForNews = 3;

export interface ReceivedNotification {
  /** `busy`: it was not stored; whoever sent it sends it again. */
  readonly outcome: 'stored' | 'duplicate' | 'refused' | 'unknown-gateway' | 'busy';
  /** What to look at now; the sweep finds whatever is left of it. */
  readonly notifications: readonly NotificationRow[];
  /** What the company wants to hear back. */
  readonly acknowledgement?: JsonObject;
}

/** Does work that asks the database when there is room for it; null when there will be none soon. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T | null>;

/**
 * Stores a gateway's message once (by the gateway's own event id, for ever) so that it can be acknowledged at once.
 * A message is only a hint: nothing in it changes money; the gateway is asked afterwards. Only a genuine message takes its
 * turn to be stored: forged ones are refused before they wait for anything.
 */
export async function receiveNotification(
  ctx: DomainContext,
  gatewayId: string,
  raw: RawNotification,
  inTurn: InTurn = (work) => work(),
): Promise<ReceivedNotification> {
  const gateway = ctx.gateways.byId(gatewayId);
  if (!gateway?.readNotification) return { outcome: 'unknown-gateway', notifications: [] };
  const reading = gateway.readNotification(raw);
  if (reading.kind === 'refused') {
    ctx.log.warn('notification-refused', { gateway: gatewayId, reason: reading.reason });
    return { outcome: 'refused', notifications: [] };
  }
  if (reading.hints.length === 0) return { outcome: 'stored', notifications: [] };
  const { hints, acknowledgement, isUnproved = false } = reading;
  const notifications = await inTurn(async () => {
    const kept = isUnproved ? await aboutOurs(ctx, gatewayId, hints) : hints;
    return storeHints(ctx.db, gatewayId, kept, ctx.clock.now());
  });
  if (notifications === null) return { outcome: 'busy', notifications: [] };
  // A stranger's message that is not kept is answered like one that was heard before: it tells nobody what we know.
  const outcome = notifications.length > 0 ? 'stored' : 'duplicate';
  return { outcome, notifications, ...(acknowledgement === undefined ? {} : { acknowledgement }) };
}

/** Messages about one charge that are kept in an hour where nobody proves to have sent them: its buyer knows its name. */
const unprovedAnHour = 10;

/**
 * Those of a message's hints that are about a charge of ours, so many an hour of each. Its order stands before its company is
 * asked, so that none is early; what is left out is found by the product's own looks.
 */
async function aboutOurs(
  ctx: DomainContext,
  gateway: string,
  hints: readonly NotificationHint[],
): Promise<NotificationHint[]> {
  const ours: NotificationHint[] = [];
  for (const hint of hints) {
    const named = { gateway, attempt_id: hint.attemptId ?? null, reference: hint.reference ?? null };
    const attempt = await attemptOf(ctx, named);
    if (attempt && (await spendCount(ctx, `unproved/${attempt.id}`, unprovedAnHour))) ours.push(hint);
  }
  return ours;
}

/**
 * Looks up what a stored message is about, asks the gateway, and applies the answer and marks it handled in one.
 * A look that ends in an error is counted too, so that its message comes round later than others. `stored`: the message
 * as it was stored a moment ago, or the id of an older one.
 */
export async function handleNotification(ctx: DomainContext, stored: NotificationRow | string): Promise<void> {
  const row = typeof stored === 'string' ? await waitingNotification(ctx.db, stored) : stored;
  if (!row) return;
  const now = ctx.clock.now();
  const look = await lookInto(ctx, row).catch(async (thrown: unknown) => {
    await markNotification(ctx.db, row, { state: 'stored', reason: 'failed' }, now);
    throw thrown;
  });
  if (!look) return;
  await markNotification(ctx.db, row, look, now);
  if (look.state === 'rejected') {
    ctx.log.error('notification-rejected', { notificationId: row.id, gateway: row.gateway, reason: look.reason });
  }
}

/** How the look ended; null when the gateway answered: that is marked together with what the answer changes. */
async function lookInto(ctx: DomainContext, row: NotificationRow): Promise<NotificationLook | null> {
  const now = ctx.clock.now();
  const age = (now.getTime() - row.received_at.getTime()) / 1000;
  const attempt = await attemptOf(ctx, row);
  if (!attempt) return { state: age > parkedSeconds ? 'rejected' : 'parked', reason: 'unknown-reference' };
  const source = isCredit(row) ? 'settlement-list' : 'notification';
  const applied = await checkKnownAttempt(ctx, attempt, source, (trx, fact) => {
    ctx.crashPoint('notification-before-mark');
    return markNotification(trx, row, afterAnswer(row, fact), now);
  });
  return applied ? null : { state: age > unansweredSeconds ? 'rejected' : 'stored', reason: 'no-answer' };
}

function afterAnswer(row: NotificationRow, applied: AppliedFact): NotificationLook {
  const isEarly = !hasNews(applied) && row.tries + 1 < looksForNews;
  return isEarly ? { state: 'stored', reason: 'nothing-new' } : { state: 'applied', reason: null };
}

async function attemptOf(
  ctx: DomainContext,
  row: Pick<NotificationRow, 'gateway' | 'attempt_id' | 'reference'>,
): Promise<AttemptRow | null> {
  const byId = row.attempt_id ? await attemptById(ctx.db, row.attempt_id) : null;
  const attempt = byId ?? (row.reference ? await attemptByReference(ctx.db, row.gateway, row.reference) : null);
  return attempt?.gateway === row.gateway ? attempt : null;
}

/** Whether the look that a message led to found a change, or an end after which none is expected. */
function hasNews({ from, state }: AppliedFact): boolean {
  return from !== state || !isOpen(state);
}

/** Forgets messages that have had no effect, a month after they came; gives how many. */
export function sweepRejected(ctx: Pick<DomainContext, 'db' | 'clock'>): Promise<number> {
  return forgetRejected(ctx.db, ctx.clock.now());
}

/** Messages that were stored but not handled: left by a crash, by a silent gateway, or for a charge not known yet. */
export async function sweepNotifications(ctx: DomainContext, limit = 500): Promise<number> {
  const due = await dueNotifications(ctx.db, ctx.clock.now(), limit);
  for (const id of due) {
    try {
      await handleNotification(ctx, id);
    } catch (thrown) {
      ctx.log.error('notification-failed', { notificationId: id, error: thrown });
    }
  }
  return due.length;
}

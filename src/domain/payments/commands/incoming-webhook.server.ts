import type { JsonObject } from '#src/kernel/json/json.ts';
import type { PaymentsContext } from '../context.server.ts';
import { consumeRate } from '../../risk/index.server.ts';
import type { AppliedFact } from '../facts/apply-gateway-fact.server.ts';
import { type AttemptRow, attemptById, attemptByReference } from '../attempts/attempt.repository.server.ts';
import { isOpen } from '../ports/attempt-states.ts';
import { pollKnownAttempt } from './poll-attempt.server.ts';
import type { WebhookHint, RawWebhook } from '../ports/incoming-webhook.port.ts';
import {
  dueWebhooks,
  deleteRejectedWebhooks,
  isCredit,
  markWebhook,
  type WebhookOutcome,
  type IncomingWebhookRow,
  storeWebhookHints,
  pendingWebhookById,
} from './incoming-webhook.repository.server.ts';

/** A message about a charge that we do not know (yet) is kept this long, in seconds; one without an answer longer. */
const parkedSeconds = 24 * 3600;
const unansweredSeconds = 7 * 24 * 3600;
/** A gateway may tell of a change before it shows it: so many looks that find nothing new are believed. */
const maxEmptyLooks = 3;

export interface ReceivedWebhook {
  /** `busy`: it was not stored; whoever sent it sends it again. */
  readonly outcome: 'stored' | 'duplicate' | 'refused' | 'unknown-gateway' | 'busy';
  /** What to look at now; the sweep finds whatever is left of it. */
  readonly webhooks: readonly IncomingWebhookRow[];
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
export async function receiveWebhook(
  ctx: PaymentsContext,
  gatewayId: string,
  raw: RawWebhook,
  inTurn: InTurn = (work) => work(),
): Promise<ReceivedWebhook> {
  const gateway = ctx.gateways.byId(gatewayId);
  if (!gateway?.readWebhook) return { outcome: 'unknown-gateway', webhooks: [] };
  const reading = gateway.readWebhook(raw);
  if (reading.kind === 'refused') {
    ctx.log.warn('incoming-webhook-refused', { gateway: gatewayId, reason: reading.reason });
    return { outcome: 'refused', webhooks: [] };
  }
  if (reading.hints.length === 0) return { outcome: 'stored', webhooks: [] };
  const { hints, acknowledgement, isUnverified = false } = reading;
  const webhooks = await inTurn(async () => {
    const kept = isUnverified ? await hintsOfOwnCharges(ctx, gatewayId, hints) : hints;
    return storeWebhookHints(ctx.db, gatewayId, kept, ctx.clock.now());
  });
  if (webhooks === null) return { outcome: 'busy', webhooks: [] };
  // A stranger's message that is not kept is answered like one that was heard before: it tells nobody what we know.
  const outcome = webhooks.length > 0 ? 'stored' : 'duplicate';
  return { outcome, webhooks, ...(acknowledgement === undefined ? {} : { acknowledgement }) };
}

/** Messages about one charge that are kept in an hour where nobody proves to have sent them: its buyer knows its name. */
const unprovedAnHour = 10;

/**
 * Those of a message's hints that are about a charge of ours, so many an hour of each. Its order stands before its company is
 * asked, so that none is early; what is left out is found by the product's own looks.
 */
async function hintsOfOwnCharges(
  ctx: PaymentsContext,
  gateway: string,
  hints: readonly WebhookHint[],
): Promise<WebhookHint[]> {
  const ours: WebhookHint[] = [];
  for (const hint of hints) {
    const named = { gateway, attempt_id: hint.attemptId ?? null, reference: hint.reference ?? null };
    const attempt = await attemptOf(ctx, named);
    if (attempt && (await consumeRate(ctx.db, `unproved/${attempt.id}`, unprovedAnHour, ctx.clock.now())))
      ours.push(hint);
  }
  return ours;
}

/**
 * Looks up what a stored message is about, asks the gateway, and applies the answer and marks it handled in one.
 * A look that ends in an error is counted too, so that its message comes round later than others. `stored`: the message
 * as it was stored a moment ago, or the id of an older one.
 */
export async function handleWebhook(ctx: PaymentsContext, stored: IncomingWebhookRow | string): Promise<void> {
  const row = typeof stored === 'string' ? await pendingWebhookById(ctx.db, stored) : stored;
  if (!row) return;
  const now = ctx.clock.now();
  const webhookOutcome = await processWebhook(ctx, row).catch(async (thrown: unknown) => {
    await markWebhook(ctx.db, row, { state: 'stored', reason: 'failed' }, now);
    throw thrown;
  });
  if (!webhookOutcome) return;
  await markWebhook(ctx.db, row, webhookOutcome, now);
  if (webhookOutcome.state === 'rejected') {
    ctx.log.error('webhook-rejected', {
      incomingWebhookId: row.id,
      gateway: row.gateway,
      reason: webhookOutcome.reason,
    });
  }
}

/** How the look ended; null when the gateway answered: that is marked together with what the answer changes. */
async function processWebhook(ctx: PaymentsContext, row: IncomingWebhookRow): Promise<WebhookOutcome | null> {
  const now = ctx.clock.now();
  const age = (now.getTime() - row.received_at.getTime()) / 1000;
  const attempt = await attemptOf(ctx, row);
  if (!attempt) return { state: age > parkedSeconds ? 'rejected' : 'parked', reason: 'unknown-reference' };
  const source = isCredit(row) ? 'credit-list' : 'webhook';
  const applied = await pollKnownAttempt(ctx, attempt, source, (trx, fact) => {
    ctx.crashPoint('webhook-before-mark');
    return markWebhook(trx, row, afterAnswer(row, fact), now);
  });
  return applied ? null : { state: age > unansweredSeconds ? 'rejected' : 'stored', reason: 'no-answer' };
}

function afterAnswer(row: IncomingWebhookRow, applied: AppliedFact): WebhookOutcome {
  const isEarly = !hasChange(applied) && row.tries + 1 < maxEmptyLooks;
  return isEarly ? { state: 'stored', reason: 'nothing-new' } : { state: 'applied', reason: null };
}

async function attemptOf(
  ctx: PaymentsContext,
  row: Pick<IncomingWebhookRow, 'gateway' | 'attempt_id' | 'reference'>,
): Promise<AttemptRow | null> {
  const byId = row.attempt_id ? await attemptById(ctx.db, row.attempt_id) : null;
  const attempt = byId ?? (row.reference ? await attemptByReference(ctx.db, row.gateway, row.reference) : null);
  return attempt?.gateway === row.gateway ? attempt : null;
}

/** Whether the look that a message led to found a change, or an end after which none is expected. */
function hasChange({ from, state }: AppliedFact): boolean {
  return from !== state || !isOpen(state);
}

/** Forgets messages that have had no effect, a month after they came; gives how many. */
export function sweepRejectedWebhooks(ctx: Pick<PaymentsContext, 'db' | 'clock'>): Promise<number> {
  return deleteRejectedWebhooks(ctx.db, ctx.clock.now());
}

/** Messages that were stored but not handled: left by a crash, by a silent gateway, or for a charge not known yet. */
export async function sweepWebhooks(ctx: PaymentsContext, limit = 500): Promise<number> {
  const due = await dueWebhooks(ctx.db, ctx.clock.now(), limit);
  for (const id of due) {
    try {
      await handleWebhook(ctx, id);
    } catch (thrown) {
      ctx.log.error('webhook-failed', { incomingWebhookId: id, error: thrown });
    }
  }
  return due.length;
}

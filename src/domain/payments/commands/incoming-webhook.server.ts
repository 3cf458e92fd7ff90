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

/** Seconds for which a webhook about an unknown charge is kept; one without an answer is kept longer. */
const parkedSeconds = 24 * 3600;
const unansweredSeconds = 7 * 24 * 3600;
/** A gateway may send a webhook before it shows the change: so many polls without a change are believed. */
const maxEmptyLooks = 3;

export interface ReceivedWebhook {
  /** `busy`: it was not stored; the gateway sends it again. */
  readonly outcome: 'stored' | 'duplicate' | 'refused' | 'unknown-gateway' | 'busy';
  /** Webhooks to handle now; the sweep finds any that are left. */
  readonly webhooks: readonly IncomingWebhookRow[];
  /** The response body that the gateway expects. */
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
  // An unauthenticated webhook that is not kept is answered like a duplicate: the answer reveals nothing.
  const outcome = webhooks.length > 0 ? 'stored' : 'duplicate';
  return { outcome, webhooks, ...(acknowledgement === undefined ? {} : { acknowledgement }) };
}

/** Unauthenticated webhooks about one charge that are kept in an hour. */
const unprovedAnHour = 10;

/**
 * The hints about charges of ours, so many an hour of each. The order is written before its gateway is called, so no
 * hint is too early; what is left out is found by polls.
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
 * Handles a stored webhook: finds its attempt, polls the gateway, applies the answer and marks the webhook in one
 * transaction. A failure is counted too, so that the webhook comes later than others. `stored`: the row as it was
 * stored, or the id of an older one.
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

/** The outcome of a poll; null when the gateway answered: then it is marked together with what the answer changes. */
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

/** Whether the poll found a change, or an ended attempt, after which no change is expected. */
function hasChange({ from, state }: AppliedFact): boolean {
  return from !== state || !isOpen(state);
}

/** Deletes rejected webhooks a month after they came; returns how many. */
export function sweepRejectedWebhooks(ctx: Pick<PaymentsContext, 'db' | 'clock'>): Promise<number> {
  return deleteRejectedWebhooks(ctx.db, ctx.clock.now());
}

/**
 * Handles webhooks that are stored but not applied: left by a crash, by a silent gateway, or for a charge not known
 * yet.
 */
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

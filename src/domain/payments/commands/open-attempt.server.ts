import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { type AttemptRow, attemptsOfOrder, insertAttempt } from '../attempts/attempt.repository.server.ts';
import { declinedAttemptsOfSession } from '../attempts/attempt-search.repository.server.ts';
import { decideAdmission } from '../attempts/decide-admission.server.ts';
import { cancelAttempt } from '../attempts/cancel-attempt.server.ts';
import { reserveIdempotencyKey } from './idempotency.repository.server.ts';
import { orphanedAfterSeconds } from '../attempts/next-check.ts';
import type { PayFailure } from '../ports/pay.types.ts';
import type { PreparedTender } from '../instruments/prepare-tender.server.ts';
import { pauseAfterDeclinesSeconds } from '../attempts/pause-after-declines.ts';

/**
 * Whether a new try of an order may start beside the attempts that exist. One that waits for its buyer is set aside and
 * taken back at its gateway; one that is being worked on, or is reserved, blocks, because its money may be on the way. Parts
 * that were not begun yet never do.
 */
export async function supersedeOpenAttempts(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
): Promise<Result<null, PayFailure>> {
  return supersedeOrBlock(ctx, trx, await attemptsOfOrder(trx, order.id), false);
}

/** The same for a caller who pays beside those parts that are reserved: these stay. `attempts`: all that its order has had. */
export function supersedeUnreservedAttempts(
  ctx: PaymentsContext,
  trx: Db,
  attempts: readonly AttemptRow[],
): Promise<Result<null, PayFailure>> {
  return supersedeOrBlock(ctx, trx, attempts, true);
}

async function supersedeOrBlock(
  ctx: PaymentsContext,
  trx: Db,
  attempts: readonly AttemptRow[],
  keepsReservedParts: boolean,
): Promise<Result<null, PayFailure>> {
  const way = decideAdmission(attempts, keepsReservedParts);
  if ('busy' in way) return err({ code: 'attempt-open', orderId: way.busy.order_id, attemptId: way.busy.id });
  for (const attempt of way.supersede) await cancelAttempt(ctx, trx, attempt);
  return ok(null);
}

/** Seconds to wait after too many refusals of one of these ways in this session, whatever orders and prices they were for. */
export async function declinePauseOf(
  ctx: PaymentsContext,
  trx: Db,
  sessionId: string,
  rails: readonly string[],
): Promise<number | null> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - ctx.config.declinePauseSeconds * 1000);
  const tried = await declinedAttemptsOfSession(trx, sessionId, rails, since);
  const rests = rails.flatMap((rail) => pauseAfterDeclinesSeconds(tried, rail, ctx.config, now) ?? []);
  return rests.length === 0 ? null : Math.max(...rests);
}

/** Which call asks for an attempt. */
export interface IdempotentCall {
  readonly sessionId: string;
  readonly key: string;
  readonly fingerprints: readonly string[];
}

/**
 * Writes an attempt as `created`, with the key of the call that asked for it (of several attempts the first has it): from
 * here on the order knows that a gateway may be called, and the key what it was used for. `part`: its place among parts of
 * a price; `sealedRequest`: what its gateway will be told once its turn comes, sealed.
 */
export async function openAttempt(
  trx: Db,
  order: Order,
  tender: PreparedTender,
  asked: {
    readonly tenderId: string;
    readonly number: number;
    readonly now: Date;
    readonly call: IdempotentCall | null;
    readonly part?: number;
    readonly sealedRequest?: string;
  },
): Promise<AttemptRow> {
  const { call, now, part = null, sealedRequest = null } = asked;
  const id = newId('att');
  if (call) await reserveIdempotencyKey(trx, { ...call, orderId: order.id, attemptId: id, now });
  return insertAttempt(trx, {
    id,
    order_id: order.id,
    tender_id: asked.tenderId,
    number: asked.number,
    rail: tender.rail.id,
    gateway: tender.gateway.id,
    method: tender.method,
    amount: tender.principal + tender.interest,
    currency: order.currency,
    installments: tender.installments,
    state: 'created',
    reference: null,
    payer: JSON.stringify(tender.details.payer),
    kept: JSON.stringify(tender.details.kept),
    instructions: null,
    next_action: null,
    decline_code: null,
    decline_raw: null,
    single_use_hash: tender.singleUseHash,
    void_state: null,
    expires_at: tender.expiresAt,
    deadline_at: tender.deadlineAt,
    next_check_at: sealedRequest === null ? new Date(now.getTime() + orphanedAfterSeconds * 1000) : null,
    part,
    sealed_request: sealedRequest,
    created_at: now,
    updated_at: now,
  });
}

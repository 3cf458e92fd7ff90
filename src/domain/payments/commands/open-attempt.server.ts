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
 * Cancels attempts of an order that wait for their buyer, before a new one starts; an attempt that is processing or
 * reserved blocks, because its money may be on the way. Parts that have not started never block.
 */
export async function supersedeOpenAttempts(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
): Promise<Result<null, PayFailure>> {
  return supersedeOrBlock(ctx, trx, await attemptsOfOrder(trx, order.id), false);
}

/** The same for a payment beside reserved parts, which stay. `attempts`: all of the order's. */
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

/** Seconds to wait after too many declines by one of these rails in this session, whatever orders they were for. */
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

/** The call that pays, with its idempotency key. */
export interface IdempotentCall {
  readonly sessionId: string;
  readonly key: string;
  readonly fingerprints: readonly string[];
}

/**
 * Inserts an attempt as `created`, with the key of its call (of several attempts the first has it): from here on a
 * gateway may be called. `part`: its place among the parts of a price; `sealedRequest`: the encrypted request to its
 * gateway until the part starts.
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

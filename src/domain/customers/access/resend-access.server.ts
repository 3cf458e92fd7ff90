import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import { isErased, leadById } from '../../checkout/leads/index.server.ts';
import { isEmailQueued, queueEmail } from '../../messaging/emails/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { issueToken, revokeEmailTokens } from './access-token.repository.server.ts';
import { accessStateOf } from './access.repository.server.ts';

/** `access-not-open`: the order is not paid, or its course was closed. `buyer-erased`: there is nobody to send it to. */
export type AccessFailure = 'order-not-found' | 'access-not-open' | 'buyer-erased';

interface ResendRequest {
  readonly orderId: string;
  /** The caller's idempotency key: the same again sends nothing more, and ends no link. */
  readonly key: string;
}

/**
 * Sends an order's access e-mail again, with a new link; links of earlier ones end in the same transaction. `isNew`: false where
 * this key sent it before.
 */
export async function resendAccess(
  ctx: CustomersContext,
  request: ResendRequest,
  onWritten?: OnWritten,
): Promise<Result<{ readonly isNew: boolean }, AccessFailure>> {
  return inTransaction<{ readonly isNew: boolean }, AccessFailure>(ctx.db, async (trx) => {
    const done = await resendAccessIn(ctx, trx, request);
    if (done.ok && done.value.isNew) await onWritten?.(trx);
    return done;
  });
}

/** The same in a transaction of the caller's. It takes the order's lock. */
export async function resendAccessIn(
  ctx: CustomersContext,
  trx: Db,
  { orderId, key }: ResendRequest,
): Promise<Result<{ readonly isNew: boolean }, AccessFailure>> {
  const failure = await accessFailure(trx, orderId);
  if (failure) return err(failure);
  const dedup = `resend-${key}`;
  if (await isEmailQueued(trx, orderId, 'order-paid', dedup)) return ok({ isNew: false });
  await revokeEmailTokens(trx, orderId);
  await queueEmail(ctx, trx, orderId, 'order-paid', dedup);
  return ok({ isNew: true });
}

/** Life of a link that staff pass on, in seconds: it is used in the conversation in which it was asked for. */
const handedOutSeconds = 7 * 24 * 3600;

/**
 * Makes a link into an order's course that staff pass on by another way than e-mail; links of earlier e-mails end. Only its hash
 * is stored, so a second call makes another link and ends this one.
 */
export async function issueHandedOutAccess(
  ctx: CustomersContext,
  orderId: string,
  onWritten?: OnWritten,
): Promise<Result<{ readonly url: string; readonly expiresAt: Date }, AccessFailure>> {
  return inTransaction<{ readonly url: string; readonly expiresAt: Date }, AccessFailure>(ctx.db, async (trx) => {
    const failure = await accessFailure(trx, orderId);
    if (failure) return err(failure);
    await revokeEmailTokens(trx, orderId);
    const issued = await issueToken({ ...ctx, db: trx }, orderId, 'email', handedOutSeconds);
    if (!issued) return err('access-not-open');
    await onWritten?.(trx);
    return ok({ url: `${ctx.config.publicOrigin}/access?t=${issued.token}`, expiresAt: issued.expiresAt });
  });
}

async function accessFailure(trx: Db, orderId: string): Promise<AccessFailure | null> {
  const order = await lockOrder(trx, orderId);
  const lead = order && (await leadById(trx, order.leadId));
  if (!order || !lead) return 'order-not-found';
  if (isErased(lead)) return 'buyer-erased';
  return (await accessStateOf(trx, orderId)) === 'active' ? null : 'access-not-open';
}

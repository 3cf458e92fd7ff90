import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { RefundsContext } from '../context.server.ts';
import { decryptLongTerm, encryptLongTerm } from '../../long-term-encryption.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { knownPayer } from './known-payer.ts';
import type { Payout } from './parse-payout.ts';
import {
  deletePayout,
  findPayout,
  findPayoutChange,
  insertPayoutChange,
  payersOwed,
  storePayout,
} from './payout-details.repository.server.ts';

const purpose = 'where money is paid out to';

/** Nothing is paid to an account that was given less than a day ago: an e-mail informs its buyer first. */
export const payoutHoldMs = 24 * 3_600_000;

export type PayoutDetailsFailure = 'nothing-to-pay-out' | 'not-the-payer';

/**
 * Stores the account to which manual refunds of an order are paid. A second account replaces the first until it was paid to. A
 * CPF or CNPJ key has to be the payer's own; the owner of the other kinds is checked by the operator at the bank. An e-mail
 * informs the buyer of every account, and the address that gave it is recorded.
 */
export async function savePayoutDetails(
  ctx: RefundsContext,
  orderId: string,
  payout: Payout,
  ip: string,
): Promise<Result<null, PayoutDetailsFailure>> {
  const now = ctx.clock.now();
  const { kind, hint } = payout;
  return inTransaction<null, PayoutDetailsFailure>(ctx.db, async (trx) => {
    await lockOrder(trx, orderId);
    const payers = await payersOwed(trx, orderId);
    if (payers.length === 0) return err('nothing-to-pay-out');
    const documents = payers.flatMap((payer) => knownPayer(payer).document ?? []);
    const isDocument = kind === 'cpf' || kind === 'cnpj';
    if (isDocument && documents.length > 0 && !documents.includes(payout.value)) return err('not-the-payer');
    const before = await findPayout(trx, orderId);
    // The same account sent again starts no new hold.
    if (before?.kind === kind && payoutValue(ctx, before.sealed) === payout.value) return ok(null);
    await storePayout(trx, orderId, { kind, sealed: encryptLongTerm(ctx.config, purpose, payout.value), hint }, now);
    const id = newId('pch');
    await insertPayoutChange(trx, { id, orderId, kind, hint, ip }, now);
    await queueEmail(ctx, trx, orderId, 'payout-account-given', id);
    return ok(null);
  });
}

/** A payout account as it was given; null when no encryption key of ours opens it any more. */
export function payoutValue({ config }: Pick<RefundsContext, 'config'>, sealed: string): string | null {
  return decryptLongTerm(config, purpose, sealed);
}

/** A payout account that was given: when, with its hint, and from when it may be paid to; null when it was erased. */
export async function payoutChangeById(
  db: Db,
  id: string,
): Promise<{ readonly hint: string; readonly givenAt: Date; readonly payableAt: Date } | null> {
  const change = await findPayoutChange(db, id);
  return change && { ...change, payableAt: new Date(change.givenAt.getTime() + payoutHoldMs) };
}

/** Deletes the payout account of an order once nothing of it is owed any more. */
export async function deletePayoutDetails(db: Db, orderId: string): Promise<void> {
  if ((await payersOwed(db, orderId)).length > 0) return;
  await deletePayout(db, orderId);
}

import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { RefundsContext } from '../context.server.ts';
import { decryptLongTerm, encryptLongTerm } from '../../long-term-encryption.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { openRefundPartStates } from '../../payments/index.ts';
import { inTransaction } from '../../transaction.server.ts';
import { knownPayer } from './known-payer.ts';
import type { Payout } from './parse-payout.ts';

const purpose = 'where money is paid out to';

/** Nothing is paid to an account that was given or changed less than a day ago: its buyer is told of it by e-mail first. */
export const payoutHoldMs = 24 * 3_600_000;

export type PayoutDetailsFailure = 'nothing-to-pay-out' | 'not-the-payer';

/**
 * Keeps where the money of an order goes that no company gives back by itself. A second one replaces the first until it was
 * paid out. A CPF or CNPJ key has to be the payer's own; whose the other kinds are, the operator sees at the bank. Every
 * account is told to the buyer, and who gave it from where stays with the sale.
 */
export async function savePayoutDetails(
  ctx: RefundsContext,
  orderId: string,
  payout: Payout,
  ip: string,
): Promise<Result<null, PayoutDetailsFailure>> {
  const now = ctx.clock.now();
  const { kind, hint } = payout;
  const given = { kind, sealed: encryptLongTerm(ctx.config, purpose, payout.value), hint, given_at: now };
  return inTransaction<null, PayoutDetailsFailure>(ctx.db, async (trx) => {
    await lockOrder(trx, orderId);
    const attempts = await attemptsOwed(trx, orderId);
    if (attempts.length === 0) return err('nothing-to-pay-out');
    const documents = attempts.flatMap(({ payer }) => knownPayer(payer).document ?? []);
    const isDocument = kind === 'cpf' || kind === 'cnpj';
    if (isDocument && documents.length > 0 && !documents.includes(payout.value)) return err('not-the-payer');
    const before = await trx
      .selectFrom('payout_details')
      .select(['kind', 'sealed'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    // The same account sent again starts no new pause.
    if (before?.kind === kind && payoutValue(ctx, before.sealed) === payout.value) return ok(null);
    await trx
      .insertInto('payout_details')
      .values({ order_id: orderId, ...given })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(given))
      .execute();
    const id = newId('pch');
    await trx.insertInto('payout_changes').values({ id, order_id: orderId, kind, hint, ip, given_at: now }).execute();
    await queueEmail(ctx, trx, orderId, 'payout-account-given', id);
    return ok(null);
  });
}

/** The payers of what a person still owes an order's buyer. */
async function attemptsOwed(trx: Db, orderId: string) {
  return trx
    .selectFrom('attempts')
    .select('payer')
    .where('order_id', '=', orderId)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('refund_parts')
            .select('refund_parts.id')
            .whereRef('refund_parts.attempt_id', '=', 'attempts.id')
            .where('refund_parts.state', 'in', openRefundPartStates),
        ),
        eb.exists(
          eb
            .selectFrom('reconciliation_exceptions')
            .select('reconciliation_exceptions.id')
            .whereRef('reconciliation_exceptions.attempt_id', '=', 'attempts.id')
            .where('reconciliation_exceptions.kind', '=', 'surplus')
            .where('reconciliation_exceptions.state', '=', 'open'),
        ),
      ]),
    )
    .execute();
}

/** An account as it was given; null when it cannot be opened any more. */
export function payoutValue({ config }: Pick<RefundsContext, 'config'>, sealed: string): string | null {
  return decryptLongTerm(config, purpose, sealed);
}

/** An account that was given, as its owner knows it again; null when it is forgotten. */
export async function payoutChangeById(
  db: Db,
  id: string,
): Promise<{ readonly hint: string; readonly givenAt: Date; readonly payableAt: Date } | null> {
  const row = await db.selectFrom('payout_changes').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return { hint: row.hint, givenAt: row.given_at, payableAt: new Date(row.given_at.getTime() + payoutHoldMs) };
}

/** Forgets where an order's money goes once nothing of it is owed any more. */
export async function deletePayoutDetails(db: Db, orderId: string): Promise<void> {
  if ((await attemptsOwed(db, orderId)).length > 0) return;
  await db.deleteFrom('payout_details').where('order_id', '=', orderId).execute();
}

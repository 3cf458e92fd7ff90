import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { disputeLimitDays } from '../payments/index.server.ts';
import { lockSession } from '../checkout/sessions/index.server.ts';
import { endPersonalExports } from '../sales/exports/index.server.ts';
import { openStaffTask } from '../sales/tasks/index.server.ts';
import { cancelSubscription } from '../subscriptions/subscriptions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { subscriptionsOf } from './account-purchases.server.ts';
import {
  type BuyerAccount,
  buyerAccountById,
  insertErasure,
  lockBuyerAccount,
} from './buyer-account.repository.server.ts';
import { type Erased, erasePerson } from './erase-person.server.ts';
import { hasMoneyInFlight, idsOfPerson, type PersonIds } from './person.repository.server.ts';

/** `money-moving`: a payment, a refund or a fiscal note is under way and needs its buyer's data. */
export type ErasureFailure = 'account-not-found' | 'money-moving';

/**
 * Erases the personal data of an account (LGPD art. 18, VI): contact data, sessions, e-mails, codes, payment profiles, texts of
 * contracts and every proof of identity. What the law wants kept (orders, ledger, fiscal notes) stays without a name.
 * Subscriptions end with their billing period, because nobody could be notified of a charge. Done once; afterwards no link
 * opens the account any more, and the same person would be a new buyer.
 */
export async function eraseData(
  ctx: PrivacyContext,
  accountId: string,
): Promise<Result<{ readonly erasureId: string }, ErasureFailure>> {
  const account = await buyerAccountById(ctx.db, accountId);
  if (!account) return err('account-not-found');
  const { orders: known } = await idsOfPerson(ctx.db, account);
  if (await hasMoneyInFlight(ctx.db, known, operatorSince(ctx.clock.now()))) return refuse(ctx, accountId);
  await endSubscriptions(ctx, account);
  const done = await inTransaction<{ readonly erasureId: string; readonly erased: Erased }, ErasureFailure>(
    ctx.db,
    async (trx) => {
      if (!(await lockBuyerAccount(trx, accountId))) return err('account-not-found');
      const ids = await lockEverything(trx, account);
      if (await hasMoneyInFlight(trx, ids.orders, operatorSince(ctx.clock.now()))) return err('money-moving');
      const erased = await erasePerson(ctx, trx, account, ids);
      const { leads, sessions, orders } = ids;
      const counts = { leads: leads.length, visits: sessions.length, orders: orders.length };
      const erasureId = await insertErasure(trx, account, counts, ctx.clock.now());
      // The last: it holds up whoever asks for an export until the erasure is committed.
      await endPersonalExports(trx);
      ctx.crashPoint('erasure-before-commit');
      return ok({ erasureId, erased });
    },
  );
  if (!done.ok) return done.error === 'money-moving' ? refuse(ctx, accountId) : done;
  // Erased here already; the gateways' own copies charge nothing without us.
  for (const { gateway, token } of done.value.erased.tokens) await ctx.gateways.byId(gateway)?.forget?.(token);
  ctx.log.info('data-erased');
  return ok({ erasureId: done.value.erasureId });
}

/** Staff see that an erasure was asked for and wait until the money has moved: nobody asks twice for what is their right. */
async function refuse(ctx: PrivacyContext, accountId: string): Promise<Result<never, ErasureFailure>> {
  await openStaffTask(ctx.db, { kind: 'erasure-refused', id: accountId }, ctx.clock.now());
  ctx.staffSignals.listChanged('tasks');
  return err('money-moving');
}

/**
 * Locks everything that belongs to a person, in the order of a payment's locks: nothing is written or booked for them
 * meanwhile. Repeated until nothing is new: the holder of a lock may have written an order or a session before it was free.
 */
async function lockEverything(trx: Db, account: BuyerAccount): Promise<PersonIds> {
  const locked = new Set<string>();
  for (;;) {
    const ids = await idsOfPerson(trx, account);
    const known = locked.size;
    for (const [all, lock] of [[ids.sessions, lockSession] as const, [ids.orders, lockOrder] as const])
      for (const id of all.toSorted()) {
        if (!locked.has(id)) await lock(trx, id);
        locked.add(id);
      }
    if (locked.size === known) return ids;
  }
}

/** Money that an operator has to move holds no erasure up for longer than schemes allow a dispute. */
function operatorSince(now: Date): Date {
  return new Date(now.getTime() - disputeLimitDays * 86_400_000);
}

async function endSubscriptions(ctx: PrivacyContext, account: BuyerAccount): Promise<void> {
  for (const { subscription } of await subscriptionsOf(ctx, account)) {
    if (subscription.state === 'canceled') continue;
    await cancelSubscription(ctx, subscription.id, { when: 'period-end', reason: 'data-erased' });
  }
}

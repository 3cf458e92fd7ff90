import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { attemptStates, disputeLimitDays, isOpen, openRefundPartStates } from '../payments/index.server.ts';
import { lockSession } from '../checkout/sessions/index.server.ts';
import { cancelSubscription } from '../subscriptions/subscriptions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { type BuyerAccount, buyerAccountById, idsOfPerson, type PersonIds } from './buyer-account.repository.server.ts';
import { subscriptionsOf } from './purchases.server.ts';
import { type Erased, eraseRows } from './erase-rows.server.ts';

/** `money-moving`: a payment, a refund or its fiscal note is under way and needs to know whose it is. */
export type ErasureFailure = 'page-not-found' | 'money-moving';

/**
 * Erases what is kept about the person of a page (LGPD art. 18, VI): contact data, visits, letters, codes, kept means,
 * words of contracts and whatever proves who somebody was. What the law wants kept (orders, books, fiscal notes) stays
 * without a name: it still adds up, and belongs to nobody. Subscriptions end with their term, because nobody could be
 * told of a charge. Done once; afterwards no link opens the page any more, and who comes back is somebody new.
 */
export async function eraseData(
  ctx: PrivacyContext,
  pageId: string,
): Promise<Result<{ readonly erasureId: string }, ErasureFailure>> {
  const page = await buyerAccountById(ctx.db, pageId);
  if (!page) return err('page-not-found');
  if (await hasMoneyInFlight(ctx.db, await idsOfPerson(ctx.db, page), ctx.clock.now())) return err('money-moving');
  await endSubscriptions(ctx, page);
  const done = await inTransaction<{ readonly erasureId: string; readonly erased: Erased }, ErasureFailure>(
    ctx.db,
    async (trx) => {
      const current = await trx
        .selectFrom('buyer_accounts')
        .select('id')
        .where('id', '=', pageId)
        .where('erased_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!current) return err('page-not-found');
      const ids = await lockEverything(trx, page);
      if (await hasMoneyInFlight(trx, ids, ctx.clock.now())) return err('money-moving');
      const erased = await eraseRows(ctx, trx, page, ids);
      const erasureId = newId('ers');
      await trx
        .insertInto('erasures')
        .values({
          id: erasureId,
          account_id: pageId,
          brand: page.brand,
          erased: JSON.stringify({ leads: ids.leads.length, visits: ids.sessions.length, orders: ids.orders.length }),
          at: ctx.clock.now(),
        })
        .execute();
      ctx.crashPoint('erasure-before-commit');
      return ok({ erasureId, erased });
    },
  );
  if (!done.ok) return done;
  // Here they are gone already; the companies' own copies open nothing without us.
  for (const { gateway, token } of done.value.erased.tokens) await ctx.gateways.byId(gateway)?.forget?.(token);
  ctx.log.info('data-erased');
  return ok({ erasureId: done.value.erasureId });
}

/**
 * Locks everything that belongs to a person, in the order in which paying does: nothing is written or booked for them
 * meanwhile. Asked again until nothing is new: whoever held a lock may have written an order or a visit before it was free.
 */
async function lockEverything(trx: Db, page: BuyerAccount): Promise<PersonIds> {
  const locked = new Set<string>();
  for (;;) {
    const ids = await idsOfPerson(trx, page);
    const known = locked.size;
    for (const [all, lock] of [[ids.sessions, lockSession] as const, [ids.orders, lockOrder] as const])
      for (const id of all.toSorted()) {
        if (!locked.has(id)) await lock(trx, id);
        locked.add(id);
      }
    if (locked.size === known) return ids;
  }
}

/**
 * Whether money of this person is on its way, in either direction, or a fiscal note that has to name them. What waits for a
 * person longer than the schemes let a dispute take holds nobody's erasure up.
 */
async function hasMoneyInFlight(db: Db, { orders }: PersonIds, now: Date): Promise<boolean> {
  if (orders.length === 0) return false;
  const since = new Date(now.getTime() - disputeLimitDays * 86_400_000);
  const open = attemptStates.filter(isOpen);
  const [attempt, part, surplus, note] = await Promise.all([
    db
      .selectFrom('attempts')
      .innerJoin('orders', 'orders.id', 'attempts.order_id')
      .select('attempts.id')
      .where('attempts.order_id', 'in', orders)
      .where('attempts.state', 'in', open)
      .executeTakeFirst(),
    db
      .selectFrom('refund_parts')
      .select('id')
      .where('order_id', 'in', orders)
      .where('state', 'in', openRefundPartStates)
      .where((eb) => eb.or([eb('state', '=', 'wanted'), eb('requested_at', '>', since)]))
      .executeTakeFirst(),
    db
      .selectFrom('reconciliation_exceptions')
      .select('id')
      .where('order_id', 'in', orders)
      .where('state', '=', 'open')
      .where('kind', 'in', ['surplus', 'dispute'])
      .where((eb) => eb.or([eb('task', '=', 'give-back'), eb('created_at', '>', since)]))
      .executeTakeFirst(),
    db
      .selectFrom('fiscal_notes')
      .select('id')
      .where('order_id', 'in', orders)
      .where('state', 'in', ['requested', 'cancel-requested'])
      .executeTakeFirst(),
  ]);
  return [attempt, part, surplus, note].some((row) => row !== undefined);
}

async function endSubscriptions(ctx: PrivacyContext, page: BuyerAccount): Promise<void> {
  for (const { subscription } of await subscriptionsOf(ctx, page)) {
    if (subscription.state === 'canceled') continue;
    await cancelSubscription(ctx, subscription.id, { when: 'period-end', reason: 'data-erased' });
  }
}

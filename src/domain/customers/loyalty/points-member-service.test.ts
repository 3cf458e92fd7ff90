import { beforeEach, describe, expect, test } from 'vitest';
import { createSubscription } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createPointsWorld } from '#tests/support/worlds/points-world.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { type CheckoutSession, sessionById } from '../../checkout/sessions/index.server.ts';
import { acceptUpsell } from '../../sales/upsells/index.server.ts';
import { createPointsMemberService } from './index.server.ts';

const { sandboxWorld: stage, proved } = createPointsWorld();
const opened = { memberId: 'm1', token: 'open' };
const quarter = 15 * 60_000;

function verifiedMemberFor(attemptId: string) {
  const { db, clock, config } = stage.world.ctx;
  return createPointsMemberService({ db, clock, codeKey: config.codeKey }).verifiedMemberFor(attemptId);
}

/** Buys what a session sells; the attempt that paid it, and its order. */
async function bought({ id }: CheckoutSession): Promise<{ attemptId: string; orderId: string }> {
  const session = await sessionById(stage.world.ctx.db, id);
  if (!session) throw new Error('The session is gone');
  const quote = await currentQuote(stage.world.ctx, session);
  if (!quote.ok) throw new Error('There is no price');
  const { attemptId, orderId } = accepted(await stage.world.pay(session, quote.value));
  return { attemptId: attemptId ?? '', orderId };
}

const offer = {
  ...{ id: 'more', brand: 'school', variant: null, business: 'school' },
  ...{ productCode: 'course', planId: 'plan-year', basisPoints: 5_000 },
};

describe('the verified member of an attempt', () => {
  let main: CheckoutSession;
  let first: Awaited<ReturnType<typeof bought>>;
  beforeEach(async () => {
    await proved();
    main = stage.session;
    first = await bought(main);
  });

  test('is that of its own session, until the token expires', async () => {
    expect(await verifiedMemberFor(first.attemptId)).toEqual(opened);
    stage.world.clock.advance(quarter);
    expect(await verifiedMemberFor(first.attemptId)).toBeNull();
  });

  test('is also that of an upsell’s purchase, and no other’s', async () => {
    const after = await sessionById(stage.world.ctx.db, main.id);
    if (!after) throw new Error('The session is gone');
    const { attemptId } = await bought(accepted(await acceptUpsell(stage.world.ctx, after, offer)));
    expect(await verifiedMemberFor(attemptId)).toEqual(opened);
    const stranger = await stage.world.buyer();
    expect(await verifiedMemberFor((await bought(stranger.session)).attemptId)).toBeNull();
    stage.world.clock.advance(quarter);
    expect(await verifiedMemberFor(attemptId)).toBeNull();
  });

  test('is also that of the purchase whose subscription its invoice pays', async () => {
    const { ctx } = stage.world;
    const leadId = (await sessionById(ctx.db, main.id))?.leadId ?? '';
    const bill = await stage.world.buyer();
    const subscriptionId = await createSubscription(ctx, {
      ...{ leadId, brand: 'school', variant: null, business: 'school' },
      ...{ productCode: 'course', planId: 'plan-year', market: 'BR', locale: 'pt-BR', state: 'active' },
      ...{ price: { amount: 114_000n, currency: 'BRL' }, periodStart: '2026-01-01', periodEnd: '2027-01-01' },
    });
    const { attemptId } = await bought(bill.session);
    expect(await verifiedMemberFor(attemptId)).toBeNull();
    await ctx.db
      .insertInto('invoices')
      .values({
        ...{ id: newId('inv'), kind: 'renew', session_id: bill.session.id, subscription_id: subscriptionId },
        ...{ description: 'Curso', due_on: '2027-01-01', created_at: ctx.clock.now(), canceled_at: null },
      })
      .execute();
    expect(await verifiedMemberFor(attemptId)).toEqual(opened);
  });
});

import type { Pool } from 'pg';
import type { PayRequest } from '#src/domain/payments/index.ts';
import { pay, verifyInstrument } from '#src/domain/payments/index.server.ts';
import { lastProfileOfOrder } from '#src/domain/payments/profiles/index.server.ts';
import { chargePeriodNow } from '#src/domain/subscriptions/charging/index.server.ts';
import { setInstrument } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { plainId } from '#src/gateways/pix-bcb/pix-ids.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { accepted } from './domain-world.server.ts';
import type { Arrived, Options, YearWorld } from './year-world.server.ts';

type Tender = PayRequest['tenders'][number];

/** Somebody who has a subscription. */
export interface Subscriber extends Arrived {
  readonly orderId: string;
  /** Of the subscription; empty while there is none. */
  readonly id: string;
}

/** What people do in a year: buy, agree, pay bills, give another card. */
export interface YearSubscribers {
  /** Buys by a card that its holder lets us charge again. */
  buyByCard(options: Options, installments?: number, more?: Partial<PayRequest>): Promise<Subscriber>;
  /** Buys by a code; the payer agrees to be charged every month, or only pays. */
  buyByCode(options: Options, agrees: boolean): Promise<Subscriber>;
  /** Pays the bill of the term that is owed, by a code. */
  payBill(id: string): Promise<void>;
  /** Another card, which its bank calls good, is charged at once for what is owed; answers what came of it. */
  giveNewCard(of: Subscriber): Promise<string>;
}

const browser = { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' };

export function createYearSubscribers(world: YearWorld, pool: Pool): YearSubscribers {
  const { ctx } = world;
  /** The subscription that an order began; empty while it began none. */
  async function begunBy(orderId: string): Promise<string> {
    const row = await ctx.db
      .selectFrom('subscriptions')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return row?.id ?? '';
  }

  async function buy(
    options: Options,
    tender: Tender,
    more: Partial<PayRequest> = {},
  ): Promise<Arrived & { readonly orderId: string; readonly id: string }> {
    const arrived = await world.arrive(options);
    const paid = accepted(
      await pay(ctx, {
        sessionId: arrived.session.id,
        idempotencyKey: newSecret(),
        quoteId: arrived.quote.id,
        tenders: [tender],
        browser,
        ...more,
      }),
    );
    await world.settle();
    const { orderId } = paid;
    return { ...arrived, orderId, id: await begunBy(orderId) };
  }

  /** Buys by a card that its holder lets us charge again. */
  async function buyByCard(options: Options, installments = 1, more: Partial<PayRequest> = {}) {
    const bought = await buy(options, { method: 'credit-card', installments, fields: await world.cardFields() }, more);
    const profileId = await lastProfileOfOrder(ctx.db, bought.orderId);
    if (profileId !== null) accepted(await setInstrument(ctx, bought.id, { kind: 'profile', profileId, installments }));
    return bought;
  }

  /** Buys by a code; the payer agrees to be charged every month, or only pays. */
  async function buyByCode(options: Options, agrees: boolean) {
    const arrived = await buy(options, {
      method: 'pix',
      installments: 1,
      fields: { document: '12345678909', ...(agrees ? { automatic: 'yes' } : {}) },
    });
    await payCode(arrived.orderId, agrees);
    return { ...arrived, id: await begunBy(arrived.orderId) };
  }

  async function payCode(orderId: string, approve?: boolean): Promise<string> {
    const attempt = await ctx.db
      .selectFrom('attempts')
      .select('id')
      .where('order_id', '=', orderId)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    const txid = plainId(attempt.id);
    const answer = await world.sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid, ...(approve ? { approve } : {}) });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
    await world.settle();
    return txid;
  }

  /** The buyer gives another card: its bank calls it good, and it is charged at once for what is owed. */
  async function giveNewCard({ id, session, email, phone }: Arrived & { readonly id: string }): Promise<string> {
    const checked = accepted(
      await verifyInstrument(ctx, {
        ...{
          business: session.business,
          market: 'BR',
          currency: 'BRL',
          method: 'credit-card',
          sessionId: session.id,
          key: 'new card',
        },
        ...{ fields: await world.cardFields(), buyer: { name: 'Carla da Silva', email, phone }, ip: '' },
      }),
    );
    if (checked.profileId === null) throw new Error('The card was not kept');
    accepted(await setInstrument(ctx, id, { kind: 'profile', profileId: checked.profileId, installments: 1 }));
    return chargePeriodNow(ctx, id);
  }

  /** Pays the bill of the term that is owed, by a code. */
  async function payBill(id: string): Promise<void> {
    const { rows } = await pool.query<{ order_id: string; session_id: string; quote_id: string }>(
      `select o.id as order_id, o.session_id, o.quote_id from billing_periods p join orders o on o.id = p.order_id
       where p.subscription_id = $1 and p.state in ('charging', 'failed')`,
      [id],
    );
    const [bill] = rows;
    if (!bill) throw new Error('Nothing is owed');
    accepted(
      await pay(ctx, {
        ...{ sessionId: bill.session_id, quoteId: bill.quote_id, idempotencyKey: newSecret() },
        tenders: [{ method: 'pix', installments: 1, fields: { document: '12345678909' } }],
        browser,
      }),
    );
    await payCode(bill.order_id);
  }

  return { buyByCard, buyByCode, payBill, giveNewCard };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { otherOperatorToken, operatorToken, type Product } from './product.server.ts';
import type { Owner } from './two-buyers.server.ts';

/** What a buyer has by bank slips: one that may still be paid, and one that was, whose money goes back. */
export interface SlipThings {
  readonly openOrder: string;
  readonly openAttempt: string;
  readonly order: string;
  readonly attempt: string;
  /** Of what the school gives back: a part that a person has to pay out. */
  readonly part: string;
  /** Refunds that another operator than the first asked for: they wait for a yes or a no. */
  readonly refund: string;
  readonly otherRefund: string;
}

/** What one operator may not send back alone; minor units. */
export const muchMoney = 200_001;

const patienceMs = 20_000;

/** Buys by slips in the browser of somebody, pays one, and lets the school's staff ask for its money. */
export async function ownSlips(product: Product, { visitor, ...who }: Owner): Promise<SlipThings> {
  const open = await buyBySlip({ visitor, ...who }, 'conquer');
  const paid = await buyBySlip({ visitor, ...who }, 'conquer-business-school');
  const answer = await fetch(`${product.sandbox}/sandbox/slip/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ line: paid.line }),
  });
  if (!answer.ok) throw new Error(`The slip was not paid: ${answer.status} ${await answer.text()}`);
  await until(`order ${paid.order} to be paid`, async () => {
    const { state } = await visitor.json('GET', `/api/v1/order/${paid.order}/status`, 200);
    return state === 'paid' ? true : null;
  });
  const ask = async (token: string, amount: number, state: string): Promise<string> => {
    const refundId = randomUUID();
    const asked = await visitor.json('POST', `/api/v1/orders/${paid.order}/refunds`, 202, {
      json: { refundId, amount, reason: 'desistência' },
      headers: { authorization: `Bearer ${token}` },
    });
    if (asked['state'] !== state) throw new Error(`The refund is ${String(asked['state'])}, not ${state}`);
    return refundId;
  };
  await ask(operatorToken, 100, 'sent');
  return {
    ...{ openOrder: open.order, openAttempt: open.attempt, order: paid.order, attempt: paid.attempt },
    part: await until('the part that a person pays out', async () => {
      const headers = { authorization: `Bearer ${operatorToken}` };
      const { payouts } = await visitor.json('GET', '/api/v1/payouts', 200, { headers });
      return (payouts as Payout[]).find(({ orderId }) => orderId === paid.order)?.partId ?? null;
    }),
    refund: await ask(otherOperatorToken, muchMoney, 'waiting'),
    otherRefund: await ask(otherOperatorToken, muchMoney, 'waiting'),
  };
}

interface Payout {
  readonly partId: string;
  readonly orderId: string;
}

interface Bought {
  readonly order: string;
  readonly attempt: string;
  readonly line: string;
}

async function buyBySlip({ visitor, name, email, phone, document }: Owner, school: string): Promise<Bought> {
  const contact = { name, email, phone, productCode: school, operation: 'BR' };
  const lead = String((await visitor.json('POST', '/api/v1/lead', 201, { json: contact }))['id']);
  const quote = await visitor.json('POST', '/api/v1/quote', 200, { json: { leadId: lead } });
  const paid = await visitor.json('POST', '/api/v2/payment', 202, {
    json: {
      ...{ sfLeadId: lead, quoteId: quote['id'], amount: quote['total'], business: school, productCode: school },
      ...{ document, paymentMethods: [{ method: 'bankslip' }] },
    },
    headers: { 'idempotency-key': randomUUID() },
  });
  const order = String(paid['orderId']);
  // The bank registers a slip by and by.
  const line = await until(`the slip of ${order}`, async () => {
    const { attempt } = await visitor.json('GET', `/api/v1/order/${order}/status?show=instructions`, 200);
    const { status, line: known } =
      (attempt as { instructions: { status?: string; line?: string } | null }).instructions ?? {};
    return status === 'registered' && known ? known.replaceAll(/\D/g, '') : null;
  });
  return { order, attempt: String(paid['attemptId']), line };
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const seen = await look();
    if (seen !== null) return seen;
    await pause(50);
  }
  throw new Error(`Waited ${patienceMs} ms for ${what}`);
}

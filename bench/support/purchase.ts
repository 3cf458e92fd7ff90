import { randomUUID } from 'node:crypto';
import { cpf } from 'cpf-cnpj-validator';
import { z } from 'zod';
import type { PlainAnswer } from '#tests/support/http/plain-call.ts';
import type { HttpClient } from './http-client.ts';

/** Where a purchase is made: the checkout, and the bank at which it is paid. */
export interface Shop {
  readonly checkout: string;
  readonly bank: string;
}

const product = { productCode: 'wise-up-online', business: 'wiseup-online', key: 'wup' } as const;

const leadAnswer = z.object({ id: z.string() });
const quoteAnswer = z.object({ id: z.string(), total: z.number() });
const paymentAnswer = z.object({ orderId: z.string(), instructions: z.object({ code: z.string() }) });
const statusEvent = z.object({ state: z.string() });

/**
 * One buyer from the form to the success page: lead, quote, payment by code, the code paid at the bank, the order's
 * state pushed to the waiting page, the success page read. Throws at the first unexpected answer.
 */
export async function buy(caller: Pick<HttpClient, 'send' | 'watch'>, shop: Shop, number: number): Promise<void> {
  const { checkout, bank } = shop;
  const lead = await caller.send(
    'POST',
    `${checkout}/api/v1/lead`,
    {},
    {
      name: 'Maria Aparecida da Silva',
      email: `maria.${number}.${randomUUID().slice(0, 8)}@example.com`,
      phone: '+5511961234567',
      productCode: product.productCode,
      seller: 'ana',
      source: 'bench',
      marketingConsent: true,
    },
  );
  const { id: leadId } = leadAnswer.parse(read(lead, 201));
  const cookie = lead.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const quote = quoteAnswer.parse(
    read(await caller.send('POST', `${checkout}/api/v1/quote`, { cookie }, { leadId }), 200),
  );
  const key = { cookie, 'idempotency-key': randomUUID() };
  const payment = await caller.send('POST', `${checkout}/api/v2/payment`, key, {
    sfLeadId: leadId,
    quoteId: quote.id,
    amount: quote.total,
    business: product.business,
    productCode: product.productCode,
    document: cpf.generate(),
    paymentMethods: [{ method: 'pix' }],
  });
  const { orderId, instructions } = paymentAnswer.parse(read(payment, 202));
  const status = caller.watch(
    `${checkout}/api/v1/order/${orderId}/events`,
    { cookie },
    (data) => data !== '' && statusEvent.parse(JSON.parse(data)).state === 'paid',
  );
  await status.open;
  read(await caller.send('POST', `${bank}/sandbox/pix/pay`, {}, { code: instructions.code }), 200);
  await status.last;
  const page = await caller.send('GET', `${checkout}/success?product=${product.key}`, { cookie });
  if (page.status !== 200 || !page.body.includes('</html>')) throw new Error(`/success: ${page.status}`);
}

function read({ status, body }: PlainAnswer, wanted: number): unknown {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body.slice(0, 300)}`);
  return JSON.parse(body);
}

import { randomUUID } from 'node:crypto';
import { cpf } from 'cpf-cnpj-validator';
import { z } from 'zod';
import { type AcquirerKey, acquirerKey, sealedCard } from './cards.ts';
import { patienceMs, Visitor, type Write } from './visitor.ts';

/** Where buyers buy, and where they pay. */
export interface Shop {
  readonly checkout: string;
  readonly bank: string;
}

/** What a buyer was told, and is therefore not to be lost. */
export type BuyerReport =
  | { readonly kind: 'lead' | 'quote' | 'order'; readonly id: string; readonly at: number }
  | {
      readonly kind: 'paid';
      readonly id: string;
      readonly attemptId: string;
      readonly amount: number;
      readonly at: number;
    };

/** Who notes what buyers see, as they see it. */
export interface ConnectionProbe {
  wrote(write: Write): void;
  reported(reported: BuyerReport): void;
}

export interface Purchase {
  readonly number: number;
  readonly method: 'credit-card' | 'pix';
  /** Milliseconds from the first click to the final page; null when it was never seen. */
  readonly tookMs: number | null;
  readonly trouble: string | null;
}

const product = { productCode: 'wise-up-online', business: 'wiseup-online', key: 'wup' } as const;
const leadAnswer = z.object({ id: z.string() });
const quoteAnswer = z.object({ id: z.string(), total: z.number() });
const paymentAnswer = z.object({
  orderId: z.string(),
  attemptId: z.string(),
  state: z.string(),
  instructions: z.object({ code: z.string() }).nullable(),
});
const statusAnswer = z.object({ state: z.string() });

/** Buyers of a shop: each comes from an address of its own, and presses again when something fails, with the same key. */
export function buyersOf(shop: Shop, probe: ConnectionProbe): (number: number) => Promise<Purchase> {
  let key: Promise<AcquirerKey> | null = null;
  return (number) => {
    key ??= acquirerKey(shop.bank);
    return buy({ shop, probe, number, key });
  };
}

interface Errand {
  readonly shop: Shop;
  readonly probe: ConnectionProbe;
  readonly number: number;
  readonly key: Promise<AcquirerKey>;
}

async function buy(errand: Errand): Promise<Purchase> {
  const { shop, number } = errand;
  const method = number % 2 === 0 ? 'credit-card' : 'pix';
  const tell = (reported: BuyerReport): void => errand.probe.reported(reported);
  const began = Date.now();
  const visitor = new Visitor({ shop, number, wrote: (write) => errand.probe.wrote(write) }, began + patienceMs);
  try {
    const lead = leadAnswer.parse(
      await visitor.post('/api/v1/lead', {
        name: 'Maria Aparecida da Silva',
        email: `maria.${number}.${randomUUID().slice(0, 8)}@example.com`,
        phone: '+5511961234567',
        productCode: product.productCode,
        seller: 'ana',
        source: 'drill',
        marketingConsent: true,
      }),
    );
    tell({ kind: 'lead', id: lead.id, at: Date.now() });
    const quote = quoteAnswer.parse(await visitor.post('/api/v1/quote', { leadId: lead.id }));
    tell({ kind: 'quote', id: quote.id, at: Date.now() });
    const paid = paymentAnswer.parse(await pay(visitor, errand, { method, leadId: lead.id, quote }));
    tell({ kind: 'order', id: paid.orderId, at: Date.now() });
    const isPaid = (): BuyerReport => ({
      ...{ kind: 'paid', id: paid.orderId, attemptId: paid.attemptId, amount: quote.total, at: Date.now() },
    });
    if (paid.state === 'captured') tell(isPaid());
    if (paid.instructions) await visitor.payAtBank(paid.instructions.code);
    await visitor.until(`/api/v1/order/${paid.orderId}/status`, (body) => statusAnswer.parse(body).state === 'paid');
    if (paid.state !== 'captured') tell(isPaid());
    await visitor.read(
      `/success?product=${product.key}`,
      (answer) => answer.status === 200 && answer.body.includes('</html>'),
    );
    return { number, method, tookMs: Date.now() - began, trouble: null };
  } catch (thrown) {
    const trouble = `${shop.checkout}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    return { number, method, tookMs: null, trouble };
  } finally {
    visitor.leave();
  }
}

interface Bill {
  readonly method: string;
  readonly leadId: string;
  readonly quote: { readonly id: string; readonly total: number };
}

/** An attempt that never reached its company is over, and its key with it: the buyer pays again, by a new one. */
async function pay(visitor: Visitor, { key, number }: Errand, { method, leadId, quote }: Bill): Promise<unknown> {
  for (;;) {
    const fields = method === 'credit-card' ? await sealedCard(await key, number) : null;
    try {
      return await visitor.post(
        '/api/v2/payment',
        {
          ...{ sfLeadId: leadId, quoteId: quote.id, amount: quote.total, document: cpf.generate() },
          ...{ business: product.business, productCode: product.productCode },
          paymentMethods: [fields ? { method, installments: 1, fields } : { method }],
        },
        { 'idempotency-key': randomUUID() },
      );
    } catch (thrown) {
      if (!(thrown instanceof Error) || !thrown.message.includes('"gateway-unreachable"')) throw thrown;
    }
  }
}

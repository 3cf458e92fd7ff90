import { randomUUID } from 'node:crypto';
import { newOfferHere } from '#tests/support/fixtures/linked-resources.server.ts';
import { startedHere, soldHere } from '#tests/support/fixtures/two-buyers.server.ts';
import type { MatrixUsers, Probe, Row } from './access.types.ts';

const pix = [{ method: 'pix' }];

interface School {
  readonly productCode: string;
  readonly business: string;
  readonly amount?: number;
}

function keptCard({ freshLead, freshQuote }: MatrixUsers['more']['ids'], paymentProfileId: string) {
  const paymentMethods = [{ method: 'credit-card', fields: { paymentProfileId } }];
  return { sfLeadId: freshLead, quoteId: freshQuote, paymentMethods };
}

/** Another's lead, quote, kept card, bill, subscription and order, in a call that pays. Nobody may: A has paid, or is not asked to here. */
function payments(version: 'v1' | 'v2'): readonly Probe[] {
  const pays = (
    what: string,
    name: (users: MatrixUsers) => Record<string, unknown>,
    { about = soldHere, ...change }: { readonly about?: School } & Partial<Probe> = {},
  ): Probe => ({
    what,
    ask: (users) => ({
      method: 'POST',
      path: `/api/${version}/payment`,
      json: {
        ...{ amount: about.amount ?? 114_000, business: about.business, productCode: about.productCode },
        ...{ document: '529.982.247-25', paymentMethods: pix },
        ...name(users),
      },
      headers: { 'idempotency-key': randomUUID() },
    }),
    ...{ by: [], yes: 201, no: ['not-found'] },
    ...change,
  });
  const wrongFields = ['fields-invalid'];
  const noLead = ['lead-not-found'];
  const ofOther = ['quote-not-found'];
  return [
    pays('A’s lead', ({ a }) => ({ sfLeadId: a.ids.lead }), { no: noLead }),
    pays('A’s quote under B’s own lead', ({ b, more }) => ({ sfLeadId: b.ids.openLead, quoteId: more.ids.openQuote }), {
      ...{ about: startedHere, no: noLead, noTo: { buyer: ofOther, 'wrong links': ofOther } },
    }),
    pays('A’s saved card under B’s own lead', ({ more, extraOfB }) => keptCard(extraOfB.ids, more.ids.storedProfile), {
      ...{ about: newOfferHere, no: noLead, noTo: { buyer: wrongFields, 'wrong links': wrongFields } },
    }),
    pays('A’s invoice', ({ a }) => ({ type: 'invoice', invoiceId: a.ids.invoice })),
    pays('A’s subscription', ({ a }) => ({ type: 'first-invoice-payment', subscriptionId: a.ids.subscription })),
    pays('A’s order', ({ a }) => ({ type: 'first-invoice-payment', orderId: a.ids.order })),
  ];
}

const bought = 'both buyers bought by it before';

/** The calls that pay. */
export const paymentTable: Readonly<Record<string, Row>> = {
  'POST /api/v1/payment': { may: 'self', noYes: bought, probes: payments('v1') },
  'POST /api/v2/payment': { may: 'self', noYes: bought, probes: payments('v2') },
};

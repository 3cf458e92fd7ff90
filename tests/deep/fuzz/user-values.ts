import { randomUUID } from 'node:crypto';
import type { TestUsers } from '../../access/access.types.ts';
import type { Hints } from './schema-values.ts';

const marks = /«([^»]*)»/g;

/** Puts what is meant in the place of the marks of a case. */
export function withUserValues(text: string, { a, b, unit }: TestUsers): string {
  return text.replaceAll(marks, (all, word: string) => {
    const [kind = '', first = '', second = ''] = word.split('|');
    if (kind === 'fresh') return randomUUID();
    if (kind === 'big') return 'x'.repeat(Number(first));
    if (kind === 'deep') return first.repeat(Number(second));
    if (kind === 'unit') return unit.id;
    const [who, thing = ''] = kind.split('.');
    const owner = who === 'A' ? a : b;
    const secret = /^secret-(\w+)$/.exec(thing)?.[1];
    const known: Readonly<Record<string, string>> = secret ? owner.secrets : { ...owner.ids, ...pick(owner) };
    return known[secret ?? thing] ?? all;
  });
}

function pick(owner: TestUsers['a']): Record<string, string> {
  const { name, email, phone, document } = owner;
  return { name, email, phone, document };
}

const anyOf = (...things: readonly string[]): string[] =>
  things.flatMap((thing) => [`«A.${thing}»`, `«A.${thing}»`, `«B.${thing}»`]);

/** Values that reach deep into the product, by the name of the field or parameter. */
export const hints: Hints = {
  ...{ leadId: anyOf('lead', 'openLead'), sfLeadId: anyOf('lead', 'openLead'), quoteId: anyOf('quote') },
  ...{ orderId: anyOf('order', 'openOrder'), order: anyOf('order', 'openOrder'), attempt: anyOf('attempt') },
  ...{ contractId: anyOf('contract'), profileId: anyOf('profile'), paymentProfileId: anyOf('profile') },
  ...{ invoiceId: anyOf('invoice'), invoice: anyOf('invoice'), subscriptionId: anyOf('subscription', 'upgrade') },
  ...{ subscription: anyOf('subscription', 'upgrade'), enrollmentSubscriptionId: anyOf('upgrade') },
  ...{ customOfferId: anyOf('offer'), customOffer: anyOf('offer'), page: anyOf('page'), person: ['«unit»'] },
  ...{ id: anyOf('subscription', 'invoice', 'recovery', 'order', 'quote'), partId: anyOf('order') },
  ...{ token: ['«A.access»', '«A.secret-page»', '«fresh»'], t: ['«A.secret-page»', '«A.secret-invoice»', '«fresh»'] },
  ...{ planId: ['wup-annual-t', 'wup-semester-t', 'ms-annual-t'], plan: ['annual', 'semester'], planType: ['yearly'] },
  ...{ productCode: ['wise-up-online', 'meusucesso', 'wise-up-online-perfis'], code: ['wise-up-online', 'meusucesso'] },
  ...{
    business: ['wiseup-online', 'meusucesso'],
    operation: ['BR', 'MZ', 'PE'],
    seller: ['ana'],
    source: ['campanha'],
  },
  ...{
    name: ['Maria da Silva', 'João'],
    email: ['maria@exemplo.com.br', '«A.email»'],
    document: ['390.533.447-05', ''],
  },
  ...{ phone: ['(11) 96123-4567', '+258841234567', '987654321'], voucher: ['TESTE10', 'x'], amount: [114_000, 100, 0] },
  ...{ method: ['pix', 'bankslip', 'credit-card', 'm-pesa', 'yape', 'cash', 'loyalty-points', 'nu-pay'] },
  ...{ paymentMethod: ['pix', 'bankslip', 'credit-card'], brand: ['meusucesso', 'wise-up.online', 'wise-up'] },
  ...{
    kind: ['platform', 'backend'],
    country: ['BR', 'PE', 'MZ'],
    region: ['SP', 'PE'],
    city: ['São Paulo', 'Recife'],
  },
  ...{ expiresOn: ['2027-12-31', '2020-01-01', '0001-01-01', '9999-12-31'], reference: ['E2E-1234567'] },
  ...{
    fileName: ['slip.pdf', 'receipt.pdf'],
    mode: ['dark', 'light'],
    locale: ['pt-BR', 'es-PE'],
    state: ['usual', 'SP'],
  },
  ...{
    gateway: ['test-acquirer', 'pix-bcb', 'slip-bank', 'culqi', 'm-pesa-vodacom', 'nupay', 'pagarme', 'points-club'],
  },
  ...{
    birthDate: ['1990-02-03', '2026-02-30'],
    eventId: ['1', '999999999999999999'],
    limit: ['1', '200'],
    format: ['json', 'pdf'],
  },
  ...{ decision: ['accepted', 'declined'], from: ['2026-01-01T00:00:00Z'], to: ['2027-01-01T00:00:00Z'] },
};

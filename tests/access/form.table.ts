import { newOfferHere } from '#tests/support/fixtures/linked-resources.server.ts';
import { startedHere } from '#tests/support/fixtures/two-buyers.server.ts';
import type { Ask, MatrixUsers, Probe, Row } from './access.types.ts';

type Form = Readonly<Record<string, string>>;

const byPix: Form = { amount: String(newOfferHere.amount), method: 'pix', terms: 'yes' };

function pays(users: MatrixUsers, form: Form): Ask {
  const own = { key: 'k'.repeat(20), 'pix.document': users.b.document, 'card.document': users.b.document };
  return { method: 'POST', path: `/payment?${newOfferHere.query}`, form: { ...own, ...byPix, ...form } };
}

/** Somebody who left no lead is led to where one is left; B, who did, is refused by the form itself. */
function inOwnForm(what: string, ask: Probe['ask'], toB: number | string): Probe {
  return { what, ask, by: [], yes: 200, no: ['/lead'], noTo: { buyer: [toB], 'wrong links': [toB] } };
}

const nothing = 'its form takes nothing by an id';
const aPrice = 'its form takes a quote by its id, as `/payment` does';

/** Pages whose forms act on what the same browser began: what of A's could be named in them. */
export const formTable: Readonly<Record<string, Row>> = {
  'PAGE /payment': {
    may: 'self',
    probes: [
      inOwnForm('A’s price in B’s own form', (users) => pays(users, { quoteId: users.more.ids.freshQuote }), 422),
      inOwnForm(
        'A’s saved card in B’s own form',
        (users) =>
          pays(users, {
            ...{ quoteId: users.extraOfB.ids.freshQuote, method: 'credit-card' },
            'card.paymentProfileId': users.more.ids.storedProfile,
          }),
        422,
      ),
      {
        what: 'B’s own price',
        ask: (users) => pays(users, { quoteId: users.extraOfB.ids.freshQuote, key: 'o'.repeat(20) }),
        ...{ by: ['buyer'], yes: '/pix', no: ['/lead'], isUnshared: true, isLast: true },
      },
    ],
  },
  'PAGE /pix': {
    may: 'self',
    noYes: 'a code is renewed where it ran out: `src/domain/payments/commands/renewed-code.test.ts`',
    probes: [
      inOwnForm(
        'a new code in place of A’s',
        ({ a }) => ({ method: 'POST', path: `/pix?${startedHere.query}`, form: { attemptId: a.ids.openAttempt } }),
        '/pix',
      ),
    ],
  },
  'PAGE /awaiting': { may: 'self', form: 'the page of `/pix`' },
  ...Object.fromEntries(
    ['livelo/payment', 'payment/upsell', 'upsell-payment'].map((name) => [
      `PAGE /${name}`,
      { may: 'self', form: aPrice } satisfies Row,
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['consent', 'elsewhere', 'lead', 'livelo/code', 'livelo/cpf', 'livelo/error', 'livelo/payment-method'],
      ...['livelo/select-device', 'multiprofile-presentation', 'multiprofile-upsell-presentation'],
      ...['order-bump-presentation', 'payment-verification', 'phone-verification', 'select-school'],
      ...['select-test-location', 'success', 'upsell-presentation', 'video/upsell'],
    ].map((name) => [`PAGE /${name}`, { may: 'self', form: nothing } satisfies Row]),
  ),
};

/** What the buttons of all those forms are called. */
const intents = ['', 'link', 'email', 'sms', 'resume', 'bill', 'send', 'again', 'skip', 'yes', 'no'];

/** One form of all of them, by whoever sends it, with everything of A's under every name that a form or a query has. */
export function formsNaming({ a, more, b }: MatrixUsers): readonly Form[] {
  const named = {
    ...{ quoteId: more.ids.freshQuote, quote: a.ids.quote, orderId: a.ids.openOrder, order: a.ids.openOrder },
    ...{ attemptId: a.ids.openAttempt, attempt: a.ids.openAttempt, leadId: a.ids.openLead, sfLeadId: a.ids.openLead },
    ...{ subscription: a.ids.subscription, subscriptionId: a.ids.subscription, invoiceId: a.ids.invoice },
    ...{
      'card.paymentProfileId': more.ids.storedProfile,
      paymentProfileId: more.ids.storedProfile,
      id: a.ids.recovery,
    },
    ...{ token: a.ids.openOrder, contractId: a.ids.contract, customOffer: a.ids.offer },
  };
  const typed = { key: 'k'.repeat(20), amount: '114000', method: 'pix', code: '000000', 'pix.document': b.document };
  return intents.map((intent) => ({ ...named, ...typed, ...(intent === '' ? {} : { intent }) }));
}

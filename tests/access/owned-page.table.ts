import { accountQuery, soldHere } from '#tests/support/fixtures/two-buyers.server.ts';
import type { Ask, MatrixUsers, Probe, Row } from './access.types.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const post = (path: string, form: Readonly<Record<string, string>>): Ask => ({ method: 'POST', path, form });

function fromEmail(what: string, ask: (users: MatrixUsers) => Ask, change: Partial<Probe> = {}): Probe {
  return { what, ask, by: ['owner'], yes: 200, no: [404], isOfBrand: true, ...change };
}

function owned(what: string, ask: (users: MatrixUsers) => Ask, change: Partial<Probe> = {}): Probe {
  return { what, ask, by: ['owner'], yes: 200, no: [404], ...change };
}

const document = (name: string): Probe =>
  owned(`document ${name}`, ({ a }) => get(`/documents/${a.ids.order}/${name}`));

/** The pages and files that are somebody's. `PAGE` answers whatever methods its manifest names. */
export const ownedPageTable: Readonly<Record<string, Row>> = {
  'GET /documents/:order/:name': {
    may: 'owner or link',
    probes: ['receipt.pdf', 'contract.pdf', 'evidence.pdf', 'evidence.json'].map(document),
  },
  'GET /documents/:order/:attempt/:fileName': {
    may: 'owner or link',
    probes: [
      owned('document of an attempt', ({ slip }) => get(`/documents/${slip.openOrder}/${slip.openAttempt}/boleto.pdf`)),
    ],
  },
  'PAGE /withdraw/:order': {
    may: 'owner or link',
    probes: [
      fromEmail('cooling-off', ({ a }) => get(`/withdraw/${a.ids.order}?${soldHere.query}`)),
      fromEmail('cooling-off', ({ a }) => post(`/withdraw/${a.ids.order}?${soldHere.query}`, { intent: 'withdraw' }), {
        by: [],
      }),
      fromEmail(
        'account for the refund',
        ({ a, b }) => post(`/withdraw/${a.ids.order}?${soldHere.query}`, { intent: 'details', key: b.email }),
        { by: [] },
      ),
    ],
  },
  'PAGE /contract/:id': {
    may: 'owner or link',
    probes: [owned('contract of a price', ({ a }) => get(`/contract/${a.ids.quote}`))],
  },
  'PAGE /payment/:id': {
    may: 'link',
    probes: [
      fromEmail('invoice', ({ a }) => get(`/payment/${a.ids.invoice}?${accountQuery}&flowId=invoice`)),
      fromEmail(
        'invoice',
        ({ a }) =>
          post(`/payment/${a.ids.invoice}?${accountQuery}&flowId=invoice`, { method: 'pix', quoteId: a.ids.quote }),
        { by: [] },
      ),
    ],
  },
  'PAGE /success-invoice': {
    may: 'link',
    probes: [
      // An unpaid one is led to where it is paid.
      fromEmail('invoice', ({ a }) => get(`/success-invoice?${accountQuery}&invoice=${a.ids.invoice}`), {
        yes: '/payment/',
      }),
    ],
  },
  'PAGE /elsewhere/:id': {
    may: 'link',
    probes: [
      fromEmail('unfinished purchase', ({ a }) => get(`/elsewhere/${a.ids.recovery}?${accountQuery}&flowId=recovery`)),
      fromEmail('unfinished purchase, its link sent', ({ a }) =>
        post(`/elsewhere/${a.ids.recovery}?${accountQuery}&flowId=recovery`, { intent: 'email' }),
      ),
    ],
  },
  'PAGE /r/:code': {
    may: 'link',
    // Its secret is the address itself.
    probes: [
      fromEmail('unfinished purchase', ({ more }) => get(`/r/${more.secrets.code}`), {
        ...{ by: ['stranger'], yes: '/recovery/', isUnshared: true },
      }),
      fromEmail('a short link’s code, made up', () => get('/r/bcdfgh-jkmpqr-tvwxy3'), { by: [], isOfBrand: false }),
    ],
  },
  'PAGE /recovery/:id': {
    may: 'link',
    probes: [
      fromEmail('unfinished purchase', ({ a }) => get(`/recovery/${a.ids.recovery}?${accountQuery}&flowId=recovery`)),
      fromEmail(
        'unfinished purchase',
        ({ a }) => post(`/recovery/${a.ids.recovery}?${accountQuery}&flowId=recovery`, { method: 'pix' }),
        { by: [] },
      ),
    ],
  },
  'PAGE /renew/:id': {
    may: 'link',
    probes: [
      fromEmail('renewal', ({ a }) => get(`/renew/${a.ids.subscription}?${accountQuery}&flowId=renew`)),
      fromEmail(
        'renewal',
        ({ a }) => post(`/renew/${a.ids.subscription}?${accountQuery}&flowId=renew`, { plan: 'annual' }),
        {
          by: [],
        },
      ),
    ],
  },
  'PAGE /payment/upgrade': {
    may: 'link',
    probes: [
      fromEmail('change of plan', ({ a }) =>
        get(`/payment/upgrade?${accountQuery}&flowId=upgrade&enrollmentSubscriptionId=${a.ids.upgrade}`),
      ),
      fromEmail(
        'change of plan',
        ({ a }) =>
          post(`/payment/upgrade?${accountQuery}&flowId=upgrade&enrollmentSubscriptionId=${a.ids.upgrade}`, {
            plan: 'annual',
          }),
        { by: [] },
      ),
    ],
  },
  'PAGE /custom-offer': {
    may: 'link',
    probes: [
      fromEmail('a seller’s offer', ({ a }) => get(`/custom-offer?${accountQuery}&customOffer=${a.ids.offer}`)),
      fromEmail(
        'a seller’s offer',
        ({ a }) => post(`/custom-offer?${accountQuery}&customOffer=${a.ids.offer}`, { 'card.keep': 'yes' }),
        { by: [], no: [404, '/lead'] },
      ),
    ],
  },
  'PAGE /reminders/:id': {
    may: 'link',
    probes: [
      fromEmail('reminders', ({ more }) => get(`/reminders/${more.ids.reminders}?${accountQuery}`)),
      fromEmail('reminders', ({ more }) => post(`/reminders/${more.ids.reminders}?${accountQuery}`, {}), {
        ...{ yes: '/reminders/', isLast: true },
      }),
    ],
  },
  'PAGE /unit/:person': {
    may: 'unit',
    probes: [
      { what: 'a unit', ask: ({ unit }) => get(`/unit/${unit.id}`), by: ['unit'], yes: 200, no: [404] },
      {
        what: 'a buyer’s code at a unit',
        ask: ({ unit }) => post(`/unit/${unit.id}`, { intent: 'find', code: 'ABCDEF' }),
        by: ['unit'],
        yes: 422,
        no: [404],
      },
    ],
  },
  'PAGE /awaiting/return/:attempt': {
    may: 'owner',
    probes: [
      owned('payment that a provider leads back from', ({ a }) => get(`/awaiting/return/${a.ids.openAttempt}`), {
        // Nobody else is told more than that another browser is needed.
        ...{ yes: '/pix', no: [200] },
      }),
    ],
  },
};

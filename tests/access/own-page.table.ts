import { letterQuery, soldHere } from '#tests/support/two-buyers.server.ts';
import type { Ask, Cast, Probe, Row } from './access.types.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const post = (path: string, form: Readonly<Record<string, string>>): Ask => ({ method: 'POST', path, form });
const gone = '/my-purchases?';

function letters(what: string, ask: (cast: Cast) => Ask, change: Partial<Probe> = {}): Probe {
  return { what, ask, by: ['owner'], yes: 200, no: [404], isOfBrand: true, ...change };
}

function owned(what: string, ask: (cast: Cast) => Ask, change: Partial<Probe> = {}): Probe {
  return { what, ask, by: ['owner'], yes: 200, no: [404], ...change };
}

/** Of the page that a letter opens everything is led to where a letter is asked for. */
function mine(what: string, below: (cast: Cast) => string, form?: Readonly<Record<string, string>>): Probe {
  return {
    what,
    ask: (cast) => {
      const path = `/my-purchases/${cast.a.ids.page}${below(cast)}?${soldHere.query}`;
      return form ? post(path, form) : get(path);
    },
    by: form ? [] : ['owner'],
    yes: 200,
    no: [gone],
    isOfBrand: true,
  };
}

const paper = (name: string): Probe => owned(`paper ${name}`, ({ a }) => get(`/documents/${a.ids.order}/${name}`));

/** The pages and files that are somebody's. `PAGE` answers whatever methods its manifest names. */
export const ownPageTable: Readonly<Record<string, Row>> = {
  'GET /documents/:order/:name': {
    may: 'owner or link',
    probes: ['receipt.pdf', 'contract.pdf', 'evidence.pdf', 'evidence.json'].map(paper),
  },
  'GET /documents/:order/:attempt/:fileName': {
    may: 'owner or link',
    probes: [
      owned('document of an attempt', ({ a }) => get(`/documents/${a.ids.order}/${a.ids.attempt}/slip.pdf`), {
        by: [],
      }),
    ],
  },
  'GET /my-purchases/:page/data.json': {
    may: 'link',
    probes: [owned('everything that is kept', ({ a }) => get(`/my-purchases/${a.ids.page}/data.json`))],
  },
  'PAGE /my-purchases': { may: 'anyone' },
  'PAGE /my-purchases/:page': {
    may: 'link',
    probes: [
      mine('purchases', () => ''),
      mine('subscription', () => '', { intent: 'cancel' }),
      mine('reminders', () => '', { intent: 'stop-reminders' }),
      mine('leaving everywhere', () => '', { intent: 'leave-everywhere' }),
      {
        what: 'A’s order and subscription on B’s own page',
        ask: ({ a, b }) =>
          post(`/my-purchases/${b.ids.page}?${soldHere.query}`, {
            ...{ intent: 'withdraw', order: a.ids.order, subscription: a.ids.subscription },
          }),
        by: [],
        yes: 200,
        no: [`/my-purchases`],
      },
    ],
  },
  'PAGE /my-purchases/:page/address': {
    may: 'link',
    probes: [
      mine('address', () => '/address'),
      mine('address', () => '/address', {
        ...{ postalCode: '50000-000', addressLine1: 'Rua B', addressLine2: '1', addressLine3: '' },
        ...{ neighbourhood: 'Centro', city: 'Recife', state: 'PE' },
      }),
    ],
  },
  'PAGE /my-purchases/:page/card/:subscription': {
    may: 'link',
    probes: [
      // The page is of one school, the subscription of another: for its owner, too, it is not on it.
      { ...mine('card', ({ a }) => `/card/${a.ids.subscription}`), by: [], no: [gone, '/my-purchases/'] },
      {
        ...mine('card', ({ a }) => `/card/${a.ids.subscription}`, { key: 'k'.repeat(20), 'card.keep': 'yes' }),
        no: [gone, '/my-purchases/'],
      },
    ],
  },
  'PAGE /my-purchases/:page/data': {
    may: 'link',
    probes: [mine('data', () => '/data'), mine('erasure', () => '/data', { intent: 'erase' })],
  },
  'PAGE /my-purchases/:page/erase': {
    may: 'link',
    probes: [
      // Opened by a letter of its own only: with nothing else, by nobody.
      { ...mine('erasure', () => '/erase'), by: [] },
      mine('erasure', () => '/erase', { confirm: 'yes' }),
    ],
  },
  'PAGE /withdraw/:order': {
    may: 'owner or link',
    probes: [
      letters('withdrawal', ({ a }) => get(`/withdraw/${a.ids.order}?${soldHere.query}`)),
      letters('withdrawal', ({ a }) => post(`/withdraw/${a.ids.order}?${soldHere.query}`, { intent: 'withdraw' }), {
        by: [],
      }),
      letters(
        'where money goes',
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
      letters('bill', ({ a }) => get(`/payment/${a.ids.invoice}?${letterQuery}&flowId=invoice`)),
      letters(
        'bill',
        ({ a }) =>
          post(`/payment/${a.ids.invoice}?${letterQuery}&flowId=invoice`, { method: 'pix', quoteId: a.ids.quote }),
        { by: [] },
      ),
    ],
  },
  'PAGE /success-invoice': {
    may: 'link',
    probes: [letters('bill', ({ a }) => get(`/success-invoice?${letterQuery}&invoice=${a.ids.invoice}`), { by: [] })],
  },
  'PAGE /elsewhere/:id': {
    may: 'link',
    probes: [
      letters('purchase that was left', ({ a }) => get(`/elsewhere/${a.ids.recovery}?${letterQuery}&flowId=recovery`)),
      letters('purchase that was left, its link sent', ({ a }) =>
        post(`/elsewhere/${a.ids.recovery}?${letterQuery}&flowId=recovery`, { intent: 'email' }),
      ),
    ],
  },
  'PAGE /r/:code': {
    may: 'link',
    // Its secret is the address itself.
    probes: [
      letters('a short link’s code, made up', () => get('/r/bcdfgh-jkmpqr-tvwxy3'), { by: [], isOfBrand: false }),
    ],
  },
  'PAGE /recovery/:id': {
    may: 'link',
    probes: [
      letters('purchase that was left', ({ a }) => get(`/recovery/${a.ids.recovery}?${letterQuery}&flowId=recovery`)),
      letters(
        'purchase that was left',
        ({ a }) => post(`/recovery/${a.ids.recovery}?${letterQuery}&flowId=recovery`, { method: 'pix' }),
        { by: [] },
      ),
    ],
  },
  'PAGE /renew/:id': {
    may: 'link',
    probes: [
      letters('renewal', ({ a }) => get(`/renew/${a.ids.subscription}?${letterQuery}&flowId=renew`)),
      letters(
        'renewal',
        ({ a }) => post(`/renew/${a.ids.subscription}?${letterQuery}&flowId=renew`, { plan: 'annual' }),
        {
          by: [],
        },
      ),
    ],
  },
  'PAGE /payment/upgrade': {
    may: 'link',
    probes: [
      letters('change of plan', ({ a }) =>
        get(`/payment/upgrade?${letterQuery}&flowId=upgrade&enrollmentSubscriptionId=${a.ids.upgrade}`),
      ),
      letters(
        'change of plan',
        ({ a }) =>
          post(`/payment/upgrade?${letterQuery}&flowId=upgrade&enrollmentSubscriptionId=${a.ids.upgrade}`, {
            plan: 'annual',
          }),
        { by: [] },
      ),
    ],
  },
  'PAGE /custom-offer': {
    may: 'link',
    probes: [
      letters('a seller’s offer', ({ a }) => get(`/custom-offer?${letterQuery}&customOffer=${a.ids.offer}`)),
      letters(
        'a seller’s offer',
        ({ a }) => post(`/custom-offer?${letterQuery}&customOffer=${a.ids.offer}`, { 'card.keep': 'yes' }),
        { by: [], no: [404, '/lead'] },
      ),
    ],
  },
  'PAGE /reminders/:id': {
    may: 'link',
    probes: [
      letters('reminders', ({ a }) => get(`/reminders/${a.ids.recovery}?${letterQuery}`), { by: [] }),
      letters('reminders', ({ a }) => post(`/reminders/${a.ids.recovery}?${letterQuery}`, {}), { by: [] }),
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
        yes: 303,
        by: [],
        no: [200, '/pix'],
      }),
    ],
  },
};

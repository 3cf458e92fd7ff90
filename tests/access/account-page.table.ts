import { accountQuery, soldHere } from '#tests/support/fixtures/two-buyers.server.ts';
import type { Actor, Ask, MatrixUsers, Probe, Row } from './access.types.ts';

type Form = Readonly<Record<string, string>>;

const get = (path: string): Ask => ({ method: 'GET', path });
const post = (path: string, form: Form): Ask => ({ method: 'POST', path, form });
const gone = '/my-purchases?';

interface OfPage {
  /** Which of A's pages: that of what they bought, or that of their subscriptions' school. */
  readonly at?: 'sold' | 'school';
  readonly form?: Form;
  readonly by?: readonly Actor[];
  readonly yes?: number | string;
}

/** Of the page that a letter opens everything is led to where a letter is asked for. */
function mine(
  what: string,
  below: (users: MatrixUsers) => string,
  { at = 'sold', form, by = form ? [] : ['owner'], yes = 200 }: OfPage = {},
): Probe {
  return {
    what,
    ask: (users) => {
      const page = at === 'sold' ? users.a.ids.page : users.more.ids.schoolPage;
      const path = `/my-purchases/${page}${below(users)}?${at === 'sold' ? soldHere.query : accountQuery}`;
      return form ? post(path, form) : get(path);
    },
    ...{ by, yes, no: [gone], isOfBrand: true },
  };
}

/** Something of A's on the page of B, who is led back to it: it is not on it. */
function onBs(what: string, below: (users: MatrixUsers) => string, form?: (users: MatrixUsers) => Form): Probe {
  const back = ['/my-purchases/'];
  return {
    what,
    ask: (users) => {
      const path = `/my-purchases/${users.extraOfB.ids.schoolPage}${below(users)}?${accountQuery}`;
      return form ? post(path, form(users)) : get(path);
    },
    ...{ by: [], yes: 200, no: [gone], noTo: { buyer: back, 'wrong links': back } },
  };
}

const newCard = { key: 'k'.repeat(20), 'card.keep': 'yes' };
const otherAddress = {
  ...{ postalCode: '50000-000', addressLine1: 'Rua B', addressLine2: '1', addressLine3: '' },
  ...{ neighbourhood: 'Centro', city: 'Recife', state: 'PE' },
};

/** What is on the page of a buyer's own, and below it. */
export const accountPageTable: Readonly<Record<string, Row>> = {
  'GET /my-purchases/:page/data.json': {
    may: 'link',
    probes: [
      {
        what: 'export of personal data',
        ask: ({ a }) => get(`/my-purchases/${a.ids.page}/data.json`),
        by: ['owner'],
        yes: 200,
        no: [404],
      },
    ],
  },
  'PAGE /my-purchases': { may: 'anyone' },
  'PAGE /my-purchases/:page': {
    may: 'link',
    probes: [
      mine('purchases', () => ''),
      mine('subscription', () => '', { form: { intent: 'cancel' } }),
      mine('reminders', () => '', { form: { intent: 'stop-reminders' } }),
      mine('sign out everywhere', () => '', { form: { intent: 'leave-everywhere' } }),
      {
        ...mine('link to cooling-off', () => '', { form: { intent: 'withdraw' }, by: ['owner'], yes: '/withdraw/' }),
        ask: ({ a }) =>
          post(`/my-purchases/${a.ids.page}?${soldHere.query}`, { intent: 'withdraw', order: a.ids.order }),
      },
      {
        ...mine('link to a payment', () => '', { form: { intent: 'pay' }, by: ['owner'], yes: '/renew/' }),
        ask: ({ a, more }) =>
          post(`/my-purchases/${more.ids.schoolPage}?${accountQuery}`, {
            ...{ intent: 'pay', subscription: a.ids.subscription },
          }),
      },
      {
        ...onBs('A’s order on B’s own page', () => ''),
        ask: ({ a, b }) =>
          post(`/my-purchases/${b.ids.page}?${soldHere.query}`, { intent: 'withdraw', order: a.ids.order }),
      },
      ...['pay', 'pause', 'cancel'].map((intent) =>
        onBs(
          `A’s subscription there, to ${intent}`,
          () => '',
          ({ a }) => ({ intent, subscription: a.ids.subscription }),
        ),
      ),
    ],
  },
  'PAGE /my-purchases/:page/address': {
    may: 'link',
    probes: [mine('address', () => '/address'), mine('address', () => '/address', { form: otherAddress })],
  },
  'PAGE /my-purchases/:page/card/:subscription': {
    may: 'link',
    probes: [
      mine('card', ({ a }) => `/card/${a.ids.subscription}`, { at: 'school' }),
      mine('card', ({ a }) => `/card/${a.ids.subscription}`, { at: 'school', form: newCard, by: ['owner'], yes: 422 }),
      onBs('A’s card on B’s own page', ({ a }) => `/card/${a.ids.subscription}`),
      onBs(
        'A’s card on B’s own page',
        ({ a }) => `/card/${a.ids.subscription}`,
        () => newCard,
      ),
    ],
  },
  'PAGE /my-purchases/:page/data': {
    may: 'link',
    probes: [mine('data', () => '/data'), mine('erasure', () => '/data', { form: { intent: 'erase' } })],
  },
  'PAGE /my-purchases/:page/erase': {
    may: 'link',
    probes: [
      // Opened by a letter of its own only.
      mine('erasure', () => '/erase'),
      mine('erasure', () => '/erase', { form: { confirm: 'yes' } }),
      mine('erasure, not confirmed', () => '/erase', { form: { confirm: 'no' }, by: ['owner'], yes: 422 }),
    ],
  },
};

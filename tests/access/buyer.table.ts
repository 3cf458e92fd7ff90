import { randomUUID } from 'node:crypto';
import { startedHere, soldHere } from '#tests/support/fixtures/two-buyers.server.ts';
import type { Ask, MatrixUsers, Probe, Row } from './access.types.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const post = (path: string, json: unknown): Ask => ({
  method: 'POST',
  path,
  json,
  headers: { 'idempotency-key': randomUUID() },
});

function owners(what: string, ask: (users: MatrixUsers) => Ask, change: Partial<Probe> = {}): Probe {
  return { what, ask, by: ['owner'], yes: 200, no: [404], ...change };
}

const { productCode, business } = soldHere;
const pix = [{ method: 'pix' }];
const stop = (reminders: string, secret: string): Ask => ({
  method: 'POST',
  path: `/api/v1/reminders/${reminders}/stop?t=${secret}`,
  form: { 'List-Unsubscribe': 'One-Click' },
});
const signed = 'no message is signed here: the tests of each gateway do that';

/** Every route of the JSON API but those of the school's staff. */
export const buyerTable: Readonly<Record<string, Row>> = {
  'GET /api/docs': { may: 'anyone' },
  'GET /api/docs/staff': { may: 'staff or test' },
  'GET /api/openapi-staff.json': { may: 'staff or test' },
  'GET /api/openapi.json': { may: 'anyone' },
  'POST /api/v1/access/exchange': {
    may: 'link',
    probes: [
      {
        what: 'first access',
        ask: ({ more }) => post('/api/v1/access/exchange', { token: more.secrets.firstAccess }),
        ...{ by: ['stranger'], yes: 200, no: [403], isUnshared: true, isLast: true },
      },
      {
        what: 'first access, by the secret of another e-mail',
        ask: ({ a }) => post('/api/v1/access/exchange', { token: a.secrets.page }),
        by: [],
        yes: 200,
        no: [403],
      },
    ],
  },
  'POST /api/v1/product/:code/contract/generate': {
    may: 'owner',
    probes: [
      owners(
        'contract',
        ({ a }) =>
          post(`/api/v1/product/${productCode}/contract/generate`, { sfLeadId: a.ids.lead, quoteId: a.ids.quote }),
        { yes: 201 },
      ),
    ],
  },
  'GET /api/v1/product/:code/contract': {
    may: 'owner or link',
    probes: [
      owners('contract by its id', ({ a }) =>
        get(`/api/v1/product/${productCode}/contract?contractId=${a.ids.contract}`),
      ),
      owners('contract by its order', ({ a }) => get(`/api/v1/product/${productCode}/contract?orderId=${a.ids.order}`)),
    ],
  },
  'GET /api/v1/franchises/regions': { may: 'anyone' },
  'GET /api/v1/franchises/cities': { may: 'anyone' },
  'GET /api/v1/franchises/units': { may: 'anyone' },
  'POST /api/v1/lead': { may: 'self' },
  'PATCH /api/v1/lead/:leadId': {
    may: 'owner',
    probes: [
      owners('lead', ({ a }) => ({
        method: 'PATCH',
        path: `/api/v1/lead/${a.ids.openLead}`,
        json: { birthDate: '1990-02-03', relationAccount: 'outra conta' },
      })),
    ],
  },
  'POST /api/v1/measures': { may: 'anyone' },
  'POST /api/v1/notifications/:gateway': {
    may: 'gateway',
    noYes: signed,
    probes: [
      {
        what: 'webhook about an attempt',
        ask: ({ a }) => post('/api/v1/notifications/test-acquirer', { id: 'evt', merchantOrderId: a.ids.openAttempt }),
        by: [],
        yes: 200,
        no: [401],
      },
    ],
  },
  'POST /api/v1/notifications/:gateway/*': {
    may: 'gateway',
    noYes: signed,
    probes: [
      {
        what: 'webhook about a Pix',
        ask: ({ a }) => post('/api/v1/notifications/pix-bcb/x/pix', { pix: [{ txid: a.ids.openAttempt }] }),
        by: [],
        yes: 200,
        no: [401],
      },
    ],
  },
  'GET /api/v1/order/:orderId/status': {
    may: 'owner or link',
    probes: [owners('order', ({ a }) => get(`/api/v1/order/${a.ids.openOrder}/status`))],
  },
  'GET /api/v1/order/:orderId/events': {
    may: 'owner or link',
    probes: [owners('stream of an order', ({ a }) => get(`/api/v1/order/${a.ids.openOrder}/events`))],
  },
  'POST /api/v1/lead/:leadId/phones/send-sms': {
    may: 'owner',
    probes: [
      owners('phone code', ({ a }) => post(`/api/v1/lead/${a.ids.lead}/phones/send-sms`, { productCode, business }), {
        yes: 202,
      }),
    ],
  },
  'POST /api/v1/lead/:leadId/phones/validate': {
    may: 'owner',
    probes: [
      owners(
        'guess at a phone code',
        ({ a }) => post(`/api/v1/lead/${a.ids.lead}/phones/validate`, { code: '000000', productCode, business }),
        { yes: 422 },
      ),
    ],
  },
  'GET /api/v1/proof': { may: 'self' },
  'POST /api/v1/proof': { may: 'self' },
  'GET /api/v1/plan/:planId/product': { may: 'anyone' },
  'GET /api/v1/product/:code': { may: 'self' },
  'GET /api/v2/product/:code': { may: 'self' },
  'GET /api/v1/product/:code/config': { may: 'anyone' },
  'GET /api/v1/lead/:leadId/payment-profiles': {
    may: 'owner',
    probes: [owners('saved cards', ({ more }) => get(`/api/v1/lead/${more.ids.storedLead}/payment-profiles`))],
  },
  'DELETE /api/v1/lead/:leadId/payment-profiles/:profileId': {
    may: 'owner',
    probes: [
      owners(
        'saved card',
        ({ more }) => ({
          method: 'DELETE',
          path: `/api/v1/lead/${more.ids.storedLead}/payment-profiles/${more.ids.storedProfile}`,
        }),
        { yes: 204, isLast: true },
      ),
      {
        what: 'A’s card under B’s own lead',
        ask: ({ more, extraOfB }) => ({
          method: 'DELETE',
          path: `/api/v1/lead/${extraOfB.ids.storedLead}/payment-profiles/${more.ids.storedProfile}`,
        }),
        by: [],
        yes: 204,
        no: [404],
      },
    ],
  },
  'POST /api/v2/subscription/:id/custom-sale/verify-card': {
    may: 'owner or link',
    probes: [
      owners(
        'payment instrument of a subscription',
        ({ a }) =>
          post(`/api/v2/subscription/${a.ids.subscription}/custom-sale/verify-card`, {
            method: 'credit-card',
            fields: { token: 'x', keep: 'yes' },
          }),
        { yes: 422 },
      ),
    ],
  },
  'POST /api/v1/quote': {
    may: 'owner',
    probes: [owners('price', ({ a }) => post('/api/v1/quote', { leadId: a.ids.openLead }))],
  },
  'GET /api/v1/seller/:source': { may: 'anyone' },
  'POST /api/v1/subscription/:id/renew': {
    may: 'owner or link',
    probes: [
      owners(
        'renewal',
        ({ a }) =>
          post(`/api/v1/subscription/${a.ids.upgrade}/renew`, {
            ...{ business: startedHere.business, paymentMethod: 'pix', document: a.document },
          }),
        { yes: 202 },
      ),
    ],
  },
  'POST /api/v2/subscription/:id/renew': {
    may: 'owner or link',
    probes: [
      owners(
        'renewal',
        ({ a }) =>
          post(`/api/v2/subscription/${a.ids.upgrade}/renew`, {
            ...{ business: startedHere.business, amount: 114_000, type: 'renew', document: a.document },
            paymentMethods: pix,
          }),
        { yes: 202 },
      ),
    ],
  },
  'GET /api/v1/product/:code/test-locations': { may: 'anyone' },
  'GET /api/v1/product/:code/tickets': { may: 'anyone' },
  'POST /api/v1/order/:orderId/upsell': {
    may: 'owner',
    probes: [
      owners(
        'answer to an upsell',
        ({ more }) => post(`/api/v1/order/${more.ids.storedOrder}/upsell`, { decision: 'declined' }),
        { isLast: true },
      ),
    ],
  },
  'POST /api/v1/reminders/:id/stop': {
    may: 'link',
    probes: [
      {
        what: 'reminders',
        ask: ({ more }) => stop(more.ids.reminders, more.secrets.reminders),
        ...{ by: ['stranger'], yes: 204, no: [404], isUnshared: true, isLast: true },
      },
      {
        what: 'reminders, by the secret of another e-mail',
        ask: ({ more, extraOfB }) => stop(more.ids.reminders, extraOfB.secrets.reminders),
        ...{ by: [], yes: 204, no: [404] },
      },
    ],
  },
};

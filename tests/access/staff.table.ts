import { randomUUID } from 'node:crypto';
import { muchMoney } from '#tests/support/slip-buyer.server.ts';
import type { Ask, MatrixCast, Probe, Row } from './access.types.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const post = (path: string, json: unknown): Ask => ({
  method: 'POST',
  path,
  json,
  headers: { 'idempotency-key': randomUUID() },
});

function staff(what: string, ask: (cast: MatrixCast) => Ask, change: Partial<Probe> = {}): Probe {
  return { what, ask, by: ['operator'], yes: 200, no: [404], ...change };
}

const endpoint = '/api/v1/webhooks/endpoints/meusucesso/platform';
/** A span of time with nothing in it. */
const never = '2027-01-01T00:00:00Z';

/** Every route of the JSON API that only the school's staff are answered at. */
export const staffTable: Readonly<Record<string, Row>> = {
  'POST /api/v1/custom-offers': {
    may: 'operator',
    probes: [
      staff(
        'offer to a lead',
        ({ a }) =>
          post('/api/v1/custom-offers', {
            ...{ leadId: a.ids.lead, planId: 'wup-annual-t', amount: 90_000, seller: 'ana' },
            expiresOn: '2099-12-31',
          }),
        { yes: 201 },
      ),
    ],
  },
  'GET /api/v1/orders/:orderId/evidence': {
    may: 'operator',
    probes: [
      staff('evidence', ({ a }) => get(`/api/v1/orders/${a.ids.order}/evidence`)),
      staff('evidence as PDF', ({ a }) => get(`/api/v1/orders/${a.ids.order}/evidence?format=pdf`)),
    ],
  },
  'GET /api/v1/payouts': { may: 'operator', probes: [staff('payouts', () => get('/api/v1/payouts'))] },
  'POST /api/v1/payouts/:partId': {
    may: 'operator',
    probes: [
      staff('payout', ({ slip }) => post(`/api/v1/payouts/${slip.part}`, { reference: `E2E-${randomUUID()}` }), {
        isLast: true,
      }),
    ],
  },
  'POST /api/v1/orders/:orderId/refunds': {
    may: 'operator',
    probes: [
      staff(
        'refund',
        ({ a }) => post(`/api/v1/orders/${a.ids.order}/refunds`, { refundId: randomUUID(), amount: 100, reason: 'x' }),
        { yes: 202, isLast: true },
      ),
    ],
  },
  'GET /api/v1/refunds/waiting': {
    may: 'operator',
    probes: [staff('refunds that wait', () => get('/api/v1/refunds/waiting'))],
  },
  'POST /api/v1/refunds/:refundId/confirm': {
    may: 'operator',
    probes: [
      staff('yes to a refund', ({ slip }) => post(`/api/v1/refunds/${slip.refund}/confirm`, { amount: muchMoney }), {
        yes: 202,
        isLast: true,
      }),
    ],
  },
  'POST /api/v1/refunds/:refundId/turn-down': {
    may: 'operator',
    probes: [
      staff('no to a refund', ({ slip }) => post(`/api/v1/refunds/${slip.otherRefund}/turn-down`, {}), {
        isLast: true,
      }),
    ],
  },
  'GET /api/v1/webhooks/endpoints': {
    may: 'operator',
    probes: [staff('receivers', () => get('/api/v1/webhooks/endpoints'))],
  },
  'GET /api/v1/webhooks/endpoints/:brand/:kind/deliveries': {
    may: 'operator',
    probes: [staff('what a receiver was told', () => get(`${endpoint}/deliveries`))],
  },
  'GET /api/v1/webhooks/endpoints/:brand/:kind/secret': {
    may: 'operator',
    probes: [staff('secret of a receiver', () => get(`${endpoint}/secret`))],
  },
  'POST /api/v1/webhooks/endpoints/:brand/:kind/open': {
    may: 'operator',
    probes: [staff('receiver', () => post(`${endpoint}/open`, {}), { yes: 204 })],
  },
  'POST /api/v1/webhooks/endpoints/:brand/:kind/replay': {
    may: 'operator',
    probes: [staff('what was sent', () => post(`${endpoint}/replay`, { from: never, to: never }), { yes: 202 })],
  },
  'POST /api/v1/webhooks/endpoints/:brand/:kind/rotate': {
    may: 'operator',
    probes: [staff('secret of a receiver', () => post(`${endpoint}/rotate`, { overlapHours: 24 }), { isLast: true })],
  },
};

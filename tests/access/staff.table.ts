import { randomUUID } from 'node:crypto';
import { amountAboveApproval } from '#tests/support/fixtures/bank-slip-buyer.server.ts';
import type { Ask, MatrixUsers, Probe, Row } from './access.types.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const post = (path: string, json: unknown): Ask => ({
  method: 'POST',
  path,
  json,
  headers: { 'idempotency-key': randomUUID() },
});

function staff(what: string, ask: (users: MatrixUsers) => Ask, change: Partial<Probe> = {}): Probe {
  return { what, ask, by: ['operator'], yes: 200, no: [404], ...change };
}

const endpoint = '/api/v1/webhooks/endpoints/meusucesso/platform';
/** A span of time with nothing in it. */
const never = '2027-01-01T00:00:00Z';

/** Every route of the JSON API that only the school's staff are answered at. */
export const staffTable: Readonly<Record<string, Row>> = {
  'POST /api/v1/custom-offers': {
    may: 'operator',
    act: 'offers',
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
  'GET /api/v1/custom-offers/waiting': {
    may: 'operator',
    act: 'offers',
    probes: [staff('offers that wait for approval', () => get('/api/v1/custom-offers/waiting'))],
  },
  'POST /api/v1/custom-offers/:offerId/confirm': {
    may: 'operator',
    act: 'offers',
    noYes: 'nothing of A’s waits: who asked for it could not agree',
    probes: [
      staff(
        'approval of an offer',
        () => post('/api/v1/custom-offers/cof_0123456789ABCDEFGHIJKL/confirm', { amount: 1 }),
        {
          by: [],
        },
      ),
    ],
  },
  'GET /api/v1/orders/:orderId/evidence': {
    may: 'operator',
    act: 'evidence',
    probes: [
      staff('evidence', ({ a }) => get(`/api/v1/orders/${a.ids.order}/evidence`)),
      staff('evidence as PDF', ({ a }) => get(`/api/v1/orders/${a.ids.order}/evidence?format=pdf`)),
    ],
  },
  'GET /api/v1/payouts': { may: 'operator', act: 'payouts', probes: [staff('payouts', () => get('/api/v1/payouts'))] },
  'POST /api/v1/payouts/:partId': {
    may: 'operator',
    act: 'payouts',
    probes: [
      staff('payout', ({ slip }) => post(`/api/v1/payouts/${slip.part}`, { reference: 'E2E-task-of-A' }), {
        isLast: true,
      }),
    ],
  },
  'GET /api/v1/tasks': { may: 'operator', act: 'tasks', probes: [staff('tasks', () => get('/api/v1/tasks'))] },
  'POST /api/v1/tasks/:taskId/assign': {
    may: 'operator',
    act: 'tasks',
    probes: [staff('assignment of a task', ({ slip }) => post(`/api/v1/tasks/${slip.part}/assign`, {}))],
  },
  'POST /api/v1/tasks/:taskId/resolve': {
    may: 'operator',
    act: 'tasks',
    probes: [
      staff(
        'resolution of a task',
        ({ slip }) => post(`/api/v1/tasks/${slip.part}/resolve`, { reference: 'E2E-task-of-A' }),
        {
          isLast: true,
        },
      ),
    ],
  },
  'POST /api/v1/orders/:orderId/refunds': {
    may: 'operator',
    act: 'refunds',
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
    act: 'refunds',
    probes: [staff('refunds that wait for approval', () => get('/api/v1/refunds/waiting'))],
  },
  'POST /api/v1/refunds/:refundId/confirm': {
    may: 'operator',
    act: 'refunds',
    probes: [
      staff(
        'approval of a refund',
        ({ slip }) => post(`/api/v1/refunds/${slip.refund}/confirm`, { amount: amountAboveApproval }),
        {
          // The sandbox's directory has people who approve refunds: an untied token reaches their rule, and no further.
          yes: 409,
          isLast: true,
        },
      ),
    ],
  },
  'POST /api/v1/refunds/:refundId/turn-down': {
    may: 'operator',
    act: 'refunds',
    probes: [
      staff('rejection of a refund', ({ slip }) => post(`/api/v1/refunds/${slip.otherRefund}/turn-down`, {}), {
        isLast: true,
      }),
    ],
  },
  'GET /api/v1/webhooks/endpoints': {
    may: 'operator',
    act: 'webhooks-read',
    probes: [staff('webhook endpoints', () => get('/api/v1/webhooks/endpoints'))],
  },
  'GET /api/v1/webhooks/endpoints/:brand/:kind/deliveries': {
    may: 'operator',
    act: 'webhooks-read',
    probes: [staff('deliveries of an endpoint', () => get(`${endpoint}/deliveries`))],
  },
  'POST /api/v1/webhooks/endpoints/:brand/:kind/open': {
    may: 'operator',
    act: 'webhooks-send',
    probes: [staff('webhook endpoint', () => post(`${endpoint}/open`, {}), { yes: 204 })],
  },
  'POST /api/v1/webhooks/endpoints/:brand/:kind/replay': {
    may: 'operator',
    act: 'webhooks-send',
    probes: [staff('what was sent', () => post(`${endpoint}/replay`, { from: never, to: never }), { yes: 202 })],
  },
};

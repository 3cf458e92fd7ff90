import type { Permission } from '#src/domain/staff/index.ts';

/**
 * What a route is about: what is the caller's own or checked by each kind; a list, which its scope narrows; what belongs to
 * no brand; or one thing, by which its brand, unit and seller decide.
 */
export const routeSubjects = [
  ...(['own', 'list', 'everywhere', 'sale', 'subscription', 'person', 'dispute', 'endpoint'] as const),
] as const;
export type RouteSubject = (typeof routeSubjects)[number];

type RoutesOf = Readonly<Partial<Record<RouteSubject, readonly string[]>>>;

const preview = '/email-previews/:orderId/:emailId';
const endpoint = '/webhooks/endpoints/:owner/:kind';
const subscription = '/subscription-changes/:subscriptionId';

/**
 * Every route of the console below `/data`, by the permission that it must need, written by hand: a route that declares
 * another permission, or that stands here nowhere, fails the permission matrix.
 */
export const consoleTable: Readonly<Partial<Record<Permission | 'signed-in', RoutesOf>>> = {
  'signed-in': {
    own: [
      ...['GET /me', 'GET /sessions', 'POST /sessions/:id/end', 'POST /sign-out', 'GET /live', 'GET /exports'],
      ...['GET /audit', 'GET /approvals', 'POST /approvals/:id/approve', 'POST /approvals/:id/reject'],
      ...['POST /approvals/:id/take-back', 'GET /sandbox', 'POST /sandbox/clock', 'POST /sandbox/faults'],
      ...[
        'DELETE /sandbox/faults',
        'GET /views',
        'GET /views/:id',
        'POST /views',
        'PUT /views/:id',
        'DELETE /views/:id',
      ],
    ],
  },
  'sale.view': {
    list: [
      ...['GET /sales', 'POST /search', 'GET /subscriptions', 'GET /subscriptions/charges', 'GET /disputes'],
      ...['GET /tasks', 'GET /tasks/one', 'POST /tasks/assign', 'POST /tasks/end', 'POST /tasks/reopen-endpoint'],
      'POST /tasks/request-note',
    ],
    sale: ['GET /sale/:orderId', 'GET /cooling-off/:orderId', 'POST /charges/:attemptId/ask'],
    person: ['GET /people/:leadId'],
    dispute: ['GET /disputes/:id'],
  },
  'buyer.reveal': {
    sale: ['POST /sale/:orderId/reveal', `GET ${preview}`, `POST ${preview}`],
    person: ['POST /people/:leadId/reveal'],
  },
  'sale.note': { sale: ['POST /sale/:orderId/notes'] },
  'email.resend': { sale: ['POST /access/:orderId/email'] },
  'code.renew': { sale: ['POST /charges/:attemptId/renew', 'POST /charges/:attemptId/documents/:fileName'] },
  'link.create': { sale: ['POST /access/:orderId/link', 'POST /links/:orderId'] },
  'buyer.correct': { sale: ['POST /buyer-emails/:orderId'] },
  'refund.request': {
    sale: [
      ...['GET /refunds/:orderId/preview', 'POST /refunds/:orderId', 'POST /cooling-off/:orderId'],
      'POST /refunds/waiting/:refundId/take-back',
    ],
  },
  'refund.approve': {
    sale: ['POST /refunds/waiting/:refundId/approve', 'POST /refunds/waiting/:refundId/reject'],
  },
  'subscription.change': {
    subscription: [`POST ${subscription}/pause`, `POST ${subscription}/resume`, `POST ${subscription}/cancel`],
  },
  'dispute.answer': {
    dispute: ['POST /disputes/:id/pack', 'POST /disputes/:id/evidence', 'POST /disputes/:id/concede'],
  },
  'figures.view': { list: ['GET /figures', 'GET /figures/lines'] },
  'export.plain': { list: ['POST /exports', 'POST /exports/:id/ticket', 'GET /exports/file/:id'] },
  'payout.record': { list: ['GET /payouts', 'POST /payouts'] },
  'export.personal': { list: ['POST /exports/personal', 'POST /exports/approved'] },
  'buyer.export': { sale: ['POST /buyer-data/:orderId/export'] },
  'buyer.erase': { sale: ['POST /buyer-data/:orderId/erasure'] },
  'webhook.view': {
    list: ['GET /webhooks/endpoints'],
    endpoint: [
      ...[`GET ${endpoint}/deliveries`, `GET ${endpoint}/deliveries/:eventId`, `POST ${endpoint}/check-signature`],
    ],
  },
  'webhook.replay': { endpoint: [`POST ${endpoint}/replay`, `POST ${endpoint}/open`] },
  'webhook.rotate': { endpoint: [`POST ${endpoint}/rotate`] },
  'health.view': { everywhere: ['GET /health'] },
  'audit.view': { everywhere: ['GET /audit/verification', 'GET /audit/export/ready', 'GET /audit/export'] },
  'grant.manage': {
    list: ['GET /staff', 'POST /staff/:id/grants', 'POST /staff/grants/:id/end'],
    everywhere: ['POST /staff/:id/end', 'POST /staff/:id/restore', 'POST /staff/:id/token'],
  },
};

import { startedHere } from '#tests/support/fixtures/two-buyers.server.ts';
import type { TestUsers, Row } from './access.types.ts';

/** Pages and files at whose address nothing is anybody's. `PAGE` answers whatever methods its manifest names. */
export const publicPageTable: Readonly<Record<string, Row>> = {
  'GET /.well-known/house-keys.json': { may: 'anyone' },
  'GET /assets/*': { may: 'anyone' },
  'GET /fonts/*': { may: 'anyone' },
  'GET /healthcheck': { may: 'anyone' },
  'GET /readiness': { may: 'anyone' },
  'GET /readiness/request': { may: 'collector' },
  'GET /metrics': { may: 'collector' },
  'POST /policy-reports': { may: 'anyone' },
  'GET /gallery/:brand/:mode/:locale/:page/:state': { may: 'test' },
  'card-fields GET /': { may: 'anyone' },
  'card-fields GET /keys': { may: 'anyone' },
  'card-fields POST /look-end': { may: 'anyone' },
  'card-fields GET /healthcheck': { may: 'anyone' },
  'card-fields POST /policy-reports': { may: 'anyone' },
  'card-fields GET <address>': { may: 'anyone' },
  'PAGE /': { may: 'self' },
  'PAGE /access': { may: 'owner or link' },
  'PAGE /coming-back': { may: 'anyone' },
  'PAGE /cookies-disabled': { may: 'anyone' },
  'PAGE /custom-offer/made': { may: 'anyone' },
  'PAGE /gallery': { may: 'test' },
  'PAGE /generic-error': { may: 'anyone' },
  'PAGE /link-gone': { may: 'anyone' },
  'PAGE /not-found': { may: 'anyone' },
  'PAGE /payment-verification/return': { may: 'self' },
  'PAGE /samples': { may: 'test' },
  'PAGE /sold-out': { may: 'anyone' },
  'PAGE /staging': { may: 'test' },
  ...Object.fromEntries(
    [
      ...['md', 'parsing', 'presentation', 'subscription-welcome', 'success/awaiting', 'success/upsell'],
      ...['upsell/offer', 'video'],
    ].map((name) => [`PAGE /${name}`, { may: 'self' } satisfies Row]),
  ),
};

/** Addresses at which somebody's own is asked for by name, which no page takes from an address. */
export function namedInQuery({ a }: TestUsers): string {
  const names = {
    ...{ leadId: a.ids.openLead, sfLeadId: a.ids.openLead, lead: a.ids.openLead, orderId: a.ids.openOrder },
    ...{ order: a.ids.openOrder, token: a.ids.openOrder, quoteId: a.ids.quote, invoice: a.ids.invoice },
    ...{ customOffer: a.ids.offer, enrollmentSubscriptionId: a.ids.upgrade, email: 'outra@exemplo.com.br' },
    ...{ sessionId: a.ids.attempt, profile: a.ids.profile, contractId: a.ids.contract },
  };
  return `${startedHere.query}&${new URLSearchParams(names).toString()}`;
}

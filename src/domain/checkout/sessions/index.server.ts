export {
  deleteSessionsWithoutLead,
  detachSessionsFromBrowsers,
  eraseSessions,
  saveStepAnswers,
  setClientIdOfSessions,
  setSessionLead,
  withSessionLead,
} from './session-updates.repository.server.ts';
export {
  findSession,
  insertUnownedSession,
  isOtherBrowser,
  lockSession,
  openSession,
  sessionById,
  sessionOfBrowser,
  setSessionOrder,
  withSessionOrder,
  type SessionStart,
} from './session.repository.server.ts';
export type { CheckoutSession } from './session.types.ts';
export { openUpsellSession } from './upsell-session.repository.server.ts';
export {
  paysExistingInvoice,
  paysSubscriptionInvoice,
  invoiceStateOfSession,
  hasInvoice,
  sessionBehindInvoice,
} from './session-invoice.repository.server.ts';

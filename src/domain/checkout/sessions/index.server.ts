export { saveStepAnswers } from './save-step-answers.server.ts';
export {
  findSession,
  insertUnownedSession,
  lockSession,
  openSession,
  sessionById,
  sessionOfBrowser,
  setClientIdOfSessions,
  type SessionStart,
} from './session.repository.server.ts';
export type { CheckoutSession } from './session.types.ts';
export { isOtherBrowser } from './session-browser.server.ts';
export { openUpsellSession } from './upsell-session.server.ts';
export {
  paysExistingInvoice,
  paysSubscriptionInvoice,
  invoiceStateOfSession,
  hasInvoice,
  sessionBehindInvoice,
} from './session-invoice.server.ts';

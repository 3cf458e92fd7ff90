export { answerStep } from './answer-step.server.ts';
export {
  findSession,
  lockSession,
  openSession,
  sessionById,
  sessionOwning,
  type SessionStart,
} from './session.repository.server.ts';
export type { CheckoutSession } from './session.types.ts';
export { isOtherBrowser } from './session-browser.server.ts';
export { openUpsellSession } from './upsell-session.server.ts';

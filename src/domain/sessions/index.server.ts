export {
  findSession,
  lockSession,
  openSession,
  sessionById,
  type SessionKey,
  sessionOwning,
  type SessionStart,
} from './session.repository.server.ts';
export type { CheckoutLink, CheckoutSession } from './session.types.ts';

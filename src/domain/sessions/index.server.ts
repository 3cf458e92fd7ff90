export {
  findSession,
  lockSession,
  openSession,
  sessionById,
  sessionOwning,
  type SessionStart,
} from './session.repository.server.ts';
export type { CheckoutSession } from './session.types.ts';

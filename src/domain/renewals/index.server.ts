export { collectCycle, collectDueCycles } from './collect-cycle.server.ts';
export {
  endConsent,
  type EndConsentResult,
  lookAtConsents,
  retryFailedCollections,
} from './follow-collections.server.ts';

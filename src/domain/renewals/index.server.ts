export { collectCycle, collectDueCycles } from './collect-cycle.server.ts';
export { endConsent, lookAtConsents, retryFailedCollections } from './follow-collections.server.ts';

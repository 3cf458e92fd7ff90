export * from './index.ts';
export { purchasedPlanTerms } from './purchased-plan-terms.server.ts';

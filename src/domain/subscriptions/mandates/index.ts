export { planIntervalText, type PlanTerms, planTermsOf, planTermsText } from './plan-terms.ts';
export { dueMandateCharge, nextSendDay, retryDay } from './mandate-calendar.ts';

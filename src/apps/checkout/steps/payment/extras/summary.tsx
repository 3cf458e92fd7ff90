/** The price as a later answer says it: most pages never have one. */
export { FreshSummary as paymentExtra } from '../../../shell/fresh-summary.tsx';

/** The price as a later answer says it: most pages never have one. */
export { LiveSummary as paymentExtra } from '../../site/shell/live-summary.tsx';

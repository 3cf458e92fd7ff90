export * from './index.ts';
export { purchasedPlanTerms } from './purchased-plan-terms.server.ts';
export {
  type OpenMandateCharge,
  openMandateCharges,
  mandatesReadyToCharge,
  releaseRetry,
  setNextSendDay,
  setMandateCharge,
  reserveMandateCharge,
  type ReservedMandateCharge,
  reserveRetry,
  takeMandatesToCheck,
} from './mandate-charge.repository.server.ts';

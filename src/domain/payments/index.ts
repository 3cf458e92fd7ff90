export { amountProblem, strictestLimits } from './ports/amount-limits.ts';
export { attemptStates, isOpen, undecidedStates } from './ports/attempt-states.ts';
export type {
  ChargeReference,
  ChargeRequest,
  Decline,
  GatewayAnswer,
  GatewayFact,
  GatewayPort,
  IdentifiedInstrument,
  IdentificationAnswer,
  SavedInstrument,
  DisputeDetails,
  Movement,
  Payer,
  VerificationAnswer,
} from './ports/gateway.port.ts';
export type { CreditPage, WebhookHint, WebhookReading, RawWebhook } from './ports/incoming-webhook.port.ts';
export type { PayAnswer, PayFailure, PayRequest, PayResult } from './ports/pay.types.ts';
export { openRefundPartStates } from './booking/refund-part-states.ts';
export type { RailDocument, RailDocumentInput, RailManifest, RailSample, RailServer } from './ports/rail.contract.ts';
export { pauseAfterDeclinesSeconds } from './attempts/pause-after-declines.ts';
export { isChallenge, redirectUrlOf } from './ports/next-action.ts';
export { payerAddress } from './ports/payer-address.ts';
export { chargeIntervalOf, renewalTermsOf, parseMandateTerms, serializeMandateTerms } from './ports/mandate-terms.ts';
export type {
  MandateTerms,
  Mandate,
  MandateRules,
  MandateChargeAttempt,
  MandateFact,
  MandateState,
} from './ports/mandate.types.ts';

export { type AmountLimits, amountProblem, narrowest } from './amount-limits.ts';
export { attemptStates, isOpen, undecidedStates } from './attempt-states.ts';
export type {
  ChargeReference,
  ChargeRequest,
  Decline,
  GatewayAnswer,
  GatewayFact,
  GatewayPort,
  InspectedMeans,
  InspectionAnswer,
  KeptMeans,
  Movement,
  Payer,
  VerificationAnswer,
} from './gateway.port.ts';
export type { CreditPage, NotificationHint, NotificationReading, RawNotification } from './notification.port.ts';
export type { PayAnswer, PayFailure, PayRequest, PayResult } from './pay.types.ts';
export { owedPartStates } from './refund-part-states.ts';
export type { RailManifest, RailServer } from './rail.contract.ts';
export { restAfterRefusals } from './rest-after-refusals.ts';
export type { RailSample } from './rail-sample.contract.ts';
export { isChallenge, pageToGoTo } from './next-step.ts';
export { payerAddress } from './payer-address.ts';
export type { RailDocument, RailDocumentInput } from './rail-document.contract.ts';

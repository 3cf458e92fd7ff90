export { type AttemptState, attemptStates, isOpen } from './attempt-states.ts';
export type {
  ChargeReference,
  ChargeRequest,
  CreditPage,
  Decline,
  GatewayAnswer,
  GatewayFact,
  GatewayPort,
  Movement,
  NextAction,
  NotificationHint,
  NotificationReading,
  Payer,
  RawNotification,
} from './gateway.port.ts';
export type { PayAnswer, PayFailure, PayRequest, PayResult, TenderRequest } from './pay.types.ts';
export type { FieldErrors, RailDetails, RailInput, RailManifest, RailServer } from './rail.contract.ts';
export { addressFields, payerAddress } from './payer-address.ts';
export type { RailDocument, RailDocumentInput } from './rail-document.contract.ts';

export { parseCollectionCode, formatCollectionCode } from './collection-code.ts';
export { type InPersonPaymentService, inPersonInstructions } from './in-person-payment-service.port.ts';
export {
  type InPersonPayment,
  type ProofKind,
  type InPersonRefundReason,
  inPersonRefundReasons,
  netCollected,
  type StaffMember,
} from './in-person-payment.types.ts';

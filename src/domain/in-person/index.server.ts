export { createInPersonPaymentService } from './in-person-payment-service.server.ts';
export { historyOf } from './in-person-event.repository.server.ts';
export {
  findInPersonPayment,
  inPersonPaymentsOfUnit,
  eraseProofAccounts,
  netCollected,
  inPersonRefundsOf,
} from './in-person-payment.repository.server.ts';
export * from './index.ts';
export { requestInPersonRefund, decideInPersonRefund } from './in-person-refund.server.ts';
export { decryptProof } from './encrypted-proof.server.ts';
export { belongsToUnit, collectInPersonPayment, type CollectFailure } from './collect-payment.server.ts';
export {
  type StaffMemberInput,
  addStaffMember,
  namesOf,
  staffMemberById,
  revokeStaffMember,
} from './staff-member.server.ts';

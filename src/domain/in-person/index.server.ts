export { createInPersonPaymentService } from './in-person-payment-service.server.ts';
export {
  findInPersonPayment,
  inPersonPaymentsOfUnit,
  eraseProofAccounts,
  historyOf,
} from './in-person-payment.repository.server.ts';
export { inPersonRefundsOf } from './in-person-refund.repository.server.ts';
export * from './index.ts';
export { requestInPersonRefund, decideInPersonRefund } from './in-person-refund.server.ts';
export { decryptProof } from './encrypted-proof.server.ts';
export { belongsToUnit, collectInPersonPayment, type CollectFailure } from './collect-payment.server.ts';
export { namesOf, staffMemberById } from './staff-member.repository.server.ts';
export { addStaffMember, revokeStaffMember, type StaffMemberInput } from './staff-member.server.ts';

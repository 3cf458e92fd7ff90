export { createClaimDesk } from './claim-desk.server.ts';
export { historyOf } from './claim-history.repository.server.ts';
export { claimBy, claimsOfUnit, eraseAccounts, heldBy, reversalsOf } from './claim.repository.server.ts';
export * from './index.ts';
export { askReversal, decideReversal } from './reverse-claim.server.ts';
export { openProof } from './sealed-proof.server.ts';
export { isOfUnit, takeClaim, type TakingFailure } from './take-claim.server.ts';
export { type Appointment, appointPerson, namesOf, personById, revokePerson } from './unit-person.server.ts';

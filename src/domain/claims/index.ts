export { readClaimCode, showClaimCode } from './claim-code.ts';
export { type ClaimDesk, claimInstructions } from './claim-desk.port.ts';
export { type Claim, type ProofKind, type ReversalReason, reversalReasons, type UnitPerson } from './claim.types.ts';
export { writeMagneticLine } from './magnetic-line.ts';

export { readClaimCode, showClaimCode } from './claim-code.ts';
export { type ClaimCredit, type ClaimDesk, claimInstructions, type ClaimWish } from './claim-desk.port.ts';
export {
  type Claim,
  type ClaimMovement,
  type ClaimReversal,
  type ClaimUnit,
  type ProofKind,
  proofKinds,
  type ReversalReason,
  reversalReasons,
  type UnitPerson,
} from './claim.types.ts';
export { type MagneticLine, readMagneticLine, writeMagneticLine } from './magnetic-line.ts';
export { type ProofErrors, readProof } from './read-proof.ts';

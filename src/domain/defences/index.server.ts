export { spendCount } from './counts.server.ts';
export { guessWord } from './guess-word.server.ts';
export { guardStart, guardTry, originColumns } from './guard-try.server.ts';
export type { TryRefusal } from './try-refusal.ts';
export { defenceLimits } from './limits.data.ts';
export { addressSubject, originOf, type TryOrigin } from './origin.server.ts';
export { newChallenge, proofActions, spendProof, takeProof } from './proof.server.ts';
export { sweepDefences } from './sweep.server.ts';

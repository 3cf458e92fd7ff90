export * from './index.ts';
export { nextTryOfOrder } from './next-try-of-order.server.ts';
export { meansKey, ownMeansName } from './means-key.repository.server.ts';
export { checkById, endCheck, standingOfCheck } from './check.repository.server.ts';
export { checkPurchase } from './may-try.ts';
export { type Claim, claimTry, forgetTry, type WantedTry } from './tries.repository.server.ts';
export { countedUnder } from './first-try.server.ts';

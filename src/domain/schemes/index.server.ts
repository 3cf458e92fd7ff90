export * from './index.ts';
export { meansKey } from './means-key.server.ts';
export { checkById, checkPurchase, type Claim, claimTry, endCheck, type WantedTry } from './tries.repository.server.ts';

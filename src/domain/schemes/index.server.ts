export * from './index.ts';
export { nextTryOfOrder } from './next-try-of-order.server.ts';
export { meansKey } from './means-key.server.ts';
export {
  checkById,
  checkPurchase,
  type Claim,
  claimTry,
  endCheck,
  forgetTry,
  standingOfCheck,
  type WantedTry,
} from './tries.repository.server.ts';

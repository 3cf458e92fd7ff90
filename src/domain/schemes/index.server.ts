export * from './index.ts';
export { meansKey } from './means-key.server.ts';
export {
  checkById,
  checkPurchase,
  type Claim,
  claimTry,
  endCheck,
  forgetTry,
  type WantedTry,
} from './tries.repository.server.ts';

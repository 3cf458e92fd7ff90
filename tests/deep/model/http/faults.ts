import type { FaultPlan } from './product.server.ts';

/** What goes wrong at a company for a call or two. */
export const faultPlans: readonly FaultPlan[] = [
  { target: 'acquirer', mode: '500-after', times: 1 },
  { target: 'acquirer', mode: 'reset', times: 1 },
  { target: 'acquirer', mode: 'maintenance', times: 2 },
  { target: 'acquirer', mode: 'processing', ms: 400, times: 1 },
  { target: 'acquirer', mode: 'late-truth', ms: 400, times: 1 },
  { target: 'pix-bank', mode: '500-after', times: 1 },
  { target: 'pix-bank', mode: 'reset', times: 1 },
  { target: 'slip-bank', mode: '500-after', times: 1 },
  { target: 'slip-bank', mode: 'maintenance', times: 2 },
];
/** What goes wrong at the points programme. */
export const pointsFaultPlans: readonly FaultPlan[] = [
  { target: 'points-club', mode: '500-after', times: 1 },
  { target: 'points-club', mode: '500-after', times: 3 },
  { target: 'points-club', mode: 'reset', times: 1 },
  { target: 'points-club', mode: 'maintenance', times: 2 },
  { target: 'points-club', mode: 'decline', times: 1 },
  { target: 'points-club', mode: 'wrong-amount', times: 1 },
];
/** What goes wrong with their messages until the sequence ends. */
export const messages: readonly FaultPlan[] = [
  { target: 'notifications', mode: 'duplicate', count: 9 },
  { target: 'notifications', mode: 'drop' },
  { target: 'notifications', mode: 'reorder' },
  { target: 'notifications', mode: 'first' },
  { target: 'notifications', mode: 'bad-signature' },
];
/** The company does what it is asked and nobody hears of it: the buyer waits for all of our patience. */
export const slowFaultPlans: readonly FaultPlan[] = [
  { target: 'acquirer', mode: 'timeout-after', times: 1 },
  { target: 'pix-bank', mode: 'timeout-before', times: 1 },
];
export const slowPointsFaultPlans: readonly FaultPlan[] = [
  { target: 'points-club', mode: 'timeout-after', times: 1 },
  { target: 'points-club', mode: 'timeout-before', times: 1 },
];

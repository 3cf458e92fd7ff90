import type { GatewayAnswer } from '#src/domain/payments/index.ts';
import type { HttpStatusOutcome } from '../gateway-http.server.ts';
import { problemIn } from './pix.mapping.server.ts';

/**
 * Handles a bank's refusal to make a charge. A refused repeat may follow a first request that made the charge before
 * its connection broke: then it exists under its txid, and another charge would be collected beside it.
 */
export async function findAfterRefusal(
  answer: HttpStatusOutcome,
  find: () => Promise<GatewayAnswer>,
  at: Date,
): Promise<GatewayAnswer> {
  const there = answer.isRepeat ? await find() : null;
  if (there && there.kind !== 'not-found') return there;
  const decline = { code: 'gateway-refused', raw: problemIn(answer.json), reversible: true };
  return { kind: 'fact', fact: { state: 'failed', movements: [], decline, at } };
}

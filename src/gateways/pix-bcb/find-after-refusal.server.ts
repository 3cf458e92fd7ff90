import type { GatewayAnswer } from '#src/domain/payments/index.ts';
import type { HttpStatusOutcome } from '../gateway-http.server.ts';
import { problemIn } from './pix.mapping.server.ts';

/**
 * What a bank's refusal to make a charge means. Refused when it was sent again, it may have been made by the first sending,
 * whose connection broke: then it is there under its txid, and another in its place would be collected beside it.
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

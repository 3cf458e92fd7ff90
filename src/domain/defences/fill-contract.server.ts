import type { DomainContext } from '../context.server.ts';
import { spendCount, spendCounts } from './counts.server.ts';
import type { Guesser } from './guess-word.server.ts';
import { defenceLimits } from './limits.data.ts';
import { addressSubjects, subjectKey } from './origin.server.ts';

/** Counts one more contract that a browser has filled; false when it, or its address, had enough of them in this hour. */
export async function mayFillContract(ctx: DomainContext, { ip, browserHash }: Guesser): Promise<boolean> {
  if (!ctx.config.defences) return true;
  const { address, browser } = defenceLimits.contracts;
  if (!(await spendCount(ctx, subjectKey(ctx, 'contracts-browser', browserHash), browser))) return false;
  return spendCounts(ctx, addressSubjects(ctx, 'contracts', ip, address));
}

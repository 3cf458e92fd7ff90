import { err, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import { returnCount, spendCount } from './counts.server.ts';
import { defenceLimits } from './limits.data.ts';
import { addressSubject, subjectKey } from './origin.server.ts';

/** Who types a word that lowers a price. */
export interface Guesser {
  readonly ip: string;
  /** SHA-256 of the browser's secret. */
  readonly browserHash: string;
}

/**
 * Looks a typed word up, at most so often an hour for one browser and one address: afterwards nothing is looked up at all
 * and the answer says nothing of the word (OWASP OAT-002). What was found costs nothing; without a word all go through.
 */
export async function guessWord<T, E>(
  ctx: DomainContext,
  { ip, browserHash }: Guesser,
  word: string | undefined,
  look: () => Promise<Result<T, E>>,
): Promise<Result<T, E | { readonly code: 'rate-limited' }>> {
  const { address, browser } = defenceLimits.vouchers;
  if (!ctx.config.defences || (word ?? '').trim() === '') return look();
  const byAddress = addressSubject(ctx, 'words', ip);
  const budgets: (readonly [string, number])[] = [[subjectKey(ctx, 'words-browser', browserHash), browser]];
  if (byAddress !== null) budgets.unshift([byAddress, address]);
  for (const [subject, most] of budgets)
    if (!(await spendCount(ctx, subject, most))) return err({ code: 'rate-limited' });
  const found = await look();
  if (found.ok) for (const [subject] of budgets) await returnCount(ctx, subject);
  return found;
}

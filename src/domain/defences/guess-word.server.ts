import { err, type Result } from '#src/kernel/result/result.ts';
import { voucherKey } from '../catalog/index.ts';
import type { DomainContext } from '../context.server.ts';
import { isSpent, returnCount, spendCount } from './counts.server.ts';
import { defenceLimits } from './limits.data.ts';
import { addressSubjects, subjectKey } from './origin.server.ts';

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
  if (!ctx.config.defences || (word ?? '').trim() === '') return look();
  const taken: string[] = [];
  const giveBack = async (): Promise<void> => {
    for (const subject of taken) await returnCount(ctx, subject);
  };
  // The browser's first: one that has used up its own takes nothing of what its whole address shares.
  for (const [subject, most] of budgetsOf(ctx, { ip, browserHash }).toReversed()) {
    if (!(await spendCount(ctx, subject, most))) {
      await giveBack();
      return err({ code: 'rate-limited' });
    }
    taken.push(subject);
  }
  let isWrong = false;
  try {
    const found = await look();
    isWrong = !found.ok;
    return found;
  } finally {
    // What was found, and what could not be looked up, was no guess.
    if (!isWrong) await giveBack();
  }
}

function budgetsOf(ctx: DomainContext, { ip, browserHash }: Guesser): readonly (readonly [string, number])[] {
  const { address, browser } = defenceLimits.vouchers;
  const byBrowser = [subjectKey(ctx, 'words-browser', browserHash), browser] as const;
  return [...addressSubjects(ctx, 'words', ip, address).toReversed(), byBrowser];
}

/**
 * The word with which the purchase of a link goes on: the link's own where it is looked up, else the one that the purchase
 * has already, which nobody guesses by. The link's other effects, its flow above all, are the same either way. Words of
 * calls that begin a purchase are words of links too. `begun`: the purchase as it stands, if there is one.
 */
export async function wordToGoOnWith(
  ctx: DomainContext,
  guesser: Guesser,
  { word, isThere }: { readonly word: string | null; readonly isThere: boolean },
  begun: () => Promise<{ readonly link: Readonly<Record<string, string>> } | null>,
): Promise<string | null> {
  if (word === null || word.trim() === '' || (await followsLinkWord(ctx, guesser, { word, isThere }))) return word;
  return (await begun())?.link['voucher'] ?? null;
}

/**
 * Whether the word of a link is looked up, out of the same budgets: false once they are spent, for right words and wrong
 * ones alike. Only words that are none count, each once an hour: many people may come by one old link. `isThere`: the
 * catalogue has it.
 */
export async function followsLinkWord(
  ctx: DomainContext,
  guesser: Guesser,
  { word, isThere }: { readonly word: string; readonly isThere: boolean },
): Promise<boolean> {
  if (!ctx.config.defences) return true;
  const budgets = budgetsOf(ctx, guesser);
  if (await isSpent(ctx, budgets)) return false;
  if (isThere) return true;
  const [[shared] = ['']] = budgets;
  if (!(await spendCount(ctx, subjectKey(ctx, 'words-link', `${shared}/${voucherKey(word)}`), 1))) return true;
  for (const [subject, most] of budgets) await spendCount(ctx, subject, most);
  return true;
}

import { err, type Result } from '#src/kernel/result/result.ts';
import { voucherKey } from '../catalog/products/index.ts';
import type { RiskContext } from './context.server.ts';
import { isRateExhausted, refundRate, consumeRate } from './rate-counters.server.ts';
import { riskLimits } from './risk-limits.data.ts';
import { addressRateSubjects, subjectKey } from './attempt-origin.server.ts';

/** Who types a word that lowers a price. */
export interface VoucherGuesser {
  readonly ip: string;
  /** SHA-256 of the browser's secret. */
  readonly browserHash: string;
}

/**
 * Looks a typed word up, at most so often an hour for one browser and one address: afterwards nothing is looked up at all
 * and the answer says nothing of the word (OWASP OAT-002). What was found costs nothing; without a word all go through.
 */
export async function checkVoucherGuess<T, E>(
  ctx: RiskContext,
  { ip, browserHash }: VoucherGuesser,
  voucher: string | undefined,
  lookUp: () => Promise<Result<T, E>>,
): Promise<Result<T, E | { readonly code: 'rate-limited' }>> {
  if (!ctx.config.risk || (voucher ?? '').trim() === '') return lookUp();
  const taken: string[] = [];
  const returnAll = async (): Promise<void> => {
    for (const subject of taken) await refundRate(ctx, subject);
  };
  // The browser's first: one that has used up its own takes nothing of what its whole address shares.
  for (const [subject, most] of budgetsOf(ctx, { ip, browserHash }).toReversed()) {
    if (!(await consumeRate(ctx, subject, most))) {
      await returnAll();
      return err({ code: 'rate-limited' });
    }
    taken.push(subject);
  }
  let isWrong = false;
  try {
    const found = await lookUp();
    isWrong = !found.ok;
    return found;
  } finally {
    // What was found, and what could not be looked up, was no guess.
    if (!isWrong) await returnAll();
  }
}

function budgetsOf(ctx: RiskContext, { ip, browserHash }: VoucherGuesser): readonly (readonly [string, number])[] {
  const { address, browser } = riskLimits.vouchers;
  const byBrowser = [subjectKey(ctx, 'words-browser', browserHash), browser] as const;
  return [...addressRateSubjects(ctx, 'words', ip, address).toReversed(), byBrowser];
}

/**
 * The word with which the purchase of a link goes on: the link's own where it is looked up, else the one that the purchase
 * has already, which nobody guesses by. The link's other effects, its flow above all, are the same either way. Words of
 * calls that begin a purchase are words of links too. `begun`: the purchase as it stands, if there is one.
 */
export async function voucherToApply(
  ctx: RiskContext,
  voucherGuesser: VoucherGuesser,
  { voucher, isThere }: { readonly voucher: string | null; readonly isThere: boolean },
  begun: () => Promise<{ readonly link: Readonly<Record<string, string>> } | null>,
): Promise<string | null> {
  if (voucher === null || voucher.trim() === '' || (await mayUseLinkVoucher(ctx, voucherGuesser, { voucher, isThere })))
    return voucher;
  return (await begun())?.link['voucher'] ?? null;
}

/**
 * Whether the word of a link is looked up, out of the same budgets: false once they are spent, for right words and wrong
 * ones alike. Only words that are none count, each once an hour: many people may come by one old link. `isThere`: the
 * catalogue has it.
 */
export async function mayUseLinkVoucher(
  ctx: RiskContext,
  voucherGuesser: VoucherGuesser,
  { voucher, isThere }: { readonly voucher: string; readonly isThere: boolean },
): Promise<boolean> {
  if (!ctx.config.risk) return true;
  const budgets = budgetsOf(ctx, voucherGuesser);
  if (await isRateExhausted(ctx, budgets)) return false;
  if (isThere) return true;
  const [[shared] = ['']] = budgets;
  if (!(await consumeRate(ctx, subjectKey(ctx, 'words-link', `${shared}/${voucherKey(voucher)}`), 1))) return true;
  for (const [subject, most] of budgets) await consumeRate(ctx, subject, most);
  return true;
}

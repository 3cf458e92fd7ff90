import { err, type Result } from '#src/kernel/result/result.ts';
import { voucherKey } from '../catalog/products/index.ts';
import type { RiskContext } from './context.server.ts';
import { consumeRate, isRateExhausted, type RateBudget, refundRate } from './rate-counter.repository.server.ts';
import { riskLimits } from './risk-limits.data.ts';
import { addressRateSubjects, subjectKey } from './attempt-origin.server.ts';

/** The visitor who enters a voucher. */
export interface VoucherGuesser {
  readonly ip: string;
  /** SHA-256 of the browser's secret. */
  readonly browserHash: string;
}

/**
 * Looks up an entered voucher. Only wrong vouchers count: after so many in an hour, of one browser or one address, nothing is
 * looked up and the answer says nothing of the voucher (OWASP OAT-002). Requests without a voucher are not limited.
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
    for (const subject of taken) await refundRate(ctx.db, subject, ctx.clock.now());
  };
  // The browser's budget first: a browser without budget takes nothing of the budget that its whole address shares.
  for (const [subject, most] of budgetsOf(ctx, { ip, browserHash }).toReversed()) {
    if (!(await consumeRate(ctx.db, subject, most, ctx.clock.now()))) {
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
    // A voucher that was found, or could not be looked up, was no guess.
    if (!isWrong) await returnAll();
  }
}

function budgetsOf(ctx: RiskContext, { ip, browserHash }: VoucherGuesser): readonly RateBudget[] {
  const { address, browser } = riskLimits.vouchers;
  const byBrowser = [subjectKey(ctx, 'words-browser', browserHash), browser] as const;
  return [...addressRateSubjects(ctx, 'words', ip, address).toReversed(), byBrowser];
}

/**
 * The voucher of a purchase that a link begins: the link's own where it may be looked up, else the one that the purchase
 * has already. The link's other effects, its flow above all, are the same either way. Vouchers of API calls that begin a
 * purchase count as vouchers of links. `begun`: the purchase as it stands, if there is one.
 */
export async function voucherToApply(
  ctx: RiskContext,
  visitor: VoucherGuesser,
  { voucher, isThere }: { readonly voucher: string | null; readonly isThere: boolean },
  begun: () => Promise<{ readonly link: Readonly<Record<string, string>> } | null>,
): Promise<string | null> {
  if (voucher === null || voucher.trim() === '' || (await mayUseLinkVoucher(ctx, visitor, { voucher, isThere })))
    return voucher;
  return (await begun())?.link['voucher'] ?? null;
}

/**
 * Whether the voucher of a link may be looked up, by the same budgets: false once they are spent, for right and wrong vouchers
 * alike. Only wrong vouchers count, each once an hour: many people may open one old link. `isThere`: the catalogue has it.
 */
export async function mayUseLinkVoucher(
  ctx: RiskContext,
  visitor: VoucherGuesser,
  { voucher, isThere }: { readonly voucher: string; readonly isThere: boolean },
): Promise<boolean> {
  if (!ctx.config.risk) return true;
  const budgets = budgetsOf(ctx, visitor);
  const now = ctx.clock.now();
  if (await isRateExhausted(ctx.db, budgets, now)) return false;
  if (isThere) return true;
  const [[shared] = ['']] = budgets;
  if (!(await consumeRate(ctx.db, subjectKey(ctx, 'words-link', `${shared}/${voucherKey(voucher)}`), 1, now)))
    return true;
  for (const [subject, most] of budgets) await consumeRate(ctx.db, subject, most, now);
  return true;
}

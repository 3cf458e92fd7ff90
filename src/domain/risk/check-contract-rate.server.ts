import type { RiskContext } from './context.server.ts';
import { consumeRate, consumeRates } from './rate-counters.server.ts';
import type { VoucherGuesser } from './check-voucher-guess.server.ts';
import { riskLimits } from './risk-limits.data.ts';
import { addressRateSubjects, subjectKey } from './attempt-origin.server.ts';

/** Counts one more contract that a browser has filled; false when it, or its address, had enough of them in this hour. */
export async function checkContractRate(ctx: RiskContext, { ip, browserHash }: VoucherGuesser): Promise<boolean> {
  if (!ctx.config.risk) return true;
  const { address, browser } = riskLimits.contracts;
  if (!(await consumeRate(ctx, subjectKey(ctx, 'contracts-browser', browserHash), browser))) return false;
  return consumeRates(ctx, addressRateSubjects(ctx, 'contracts', ip, address));
}

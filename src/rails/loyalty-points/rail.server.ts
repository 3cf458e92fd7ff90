import type { RailServer } from '#src/domain/payments/index.ts';
import { formatCount } from '#src/kernel/money/format-money.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { rail } from './rail.ts';

/** Points are reserved within moments; a lost answer is polled within this time. */
const lifeMs = 15 * 60_000;

/** A whole number above zero; null for any other text. */
function countOf(typed: string | undefined): number | null {
  return typed !== undefined && /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null;
}

export const railServer: RailServer = {
  id: rail.id,
  /**
   * `points` and `pointsPerUnit`, as displayed to the buyer. They prove nothing: the member is looked up at the charge,
   * and the programme refuses a wrong number or rate.
   */
  readDetails({ fields, buyer }) {
    const points = countOf(fields['points']);
    const pointsPerUnit = countOf(fields['pointsPerUnit']);
    if (points === null || pointsPerUnit === null) return err({ points: 'method.loyalty-points.missing' });
    const pointsDetails = { points, pointsPerUnit };
    // Formatted for the programme's country, for the receipt.
    return ok({
      payer: buyer,
      details: pointsDetails,
      kept: { ...pointsDetails, shown: formatCount(points, 'pt-BR') },
    });
  },
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  graceSeconds: 60,
};

import type { RailServer } from '#src/domain/payments/index.ts';
import { formatCount } from '#src/kernel/money/format-money.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { rail } from './rail.ts';

/** Reserving points takes a moment; an answer that was lost is asked for within this time. */
const lifeMs = 15 * 60_000;

/** A whole number above nothing; null when the text is none. */
function countOf(typed: string | undefined): number | null {
  return typed !== undefined && /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null;
}

export const railServer: RailServer = {
  id: rail.id,
  /**
   * `points` and `pointsPerUnit`, as the buyer was shown them. They prove nothing: whose points they are is looked up when
   * they are charged, and the programme refuses a number or a rate that is not its own.
   */
  readDetails({ fields, buyer }) {
    const points = countOf(fields['points']);
    const pointsPerUnit = countOf(fields['pointsPerUnit']);
    if (points === null || pointsPerUnit === null) return err({ points: 'method.loyalty-points.missing' });
    const pointsDetails = { points, pointsPerUnit };
    // As people of the programme's country write it, for the receipt.
    return ok({
      payer: buyer,
      details: pointsDetails,
      kept: { ...pointsDetails, shown: formatCount(points, 'pt-BR') },
    });
  },
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  graceSeconds: 60,
};

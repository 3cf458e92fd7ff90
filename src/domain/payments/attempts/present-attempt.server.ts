import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { AttemptView } from '../../orders/index.ts';

/** The instructions of an attempt as its rail shows them on a screen; null when it has none. */
export async function presentInstructions(
  ctx: PaymentsContext,
  attempt: AttemptView,
  market: Country,
): Promise<JsonObject | null> {
  if (!attempt.instructions) return null;
  const rail = ctx.rails.server(attempt.rail);
  if (!rail.present) return attempt.instructions;
  return rail.present(attempt.instructions, {
    amount: { amount: attempt.amount, currency: attempt.currency },
    expiresAt: attempt.expiresAt,
    market,
  });
}

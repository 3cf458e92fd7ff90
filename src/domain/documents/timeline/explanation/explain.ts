import type { SaleTimeline } from '../timeline.types.ts';
import { declineRules } from './decline-rules.ts';
import type { Explanation, ExplanationRule } from './explanation.types.ts';
import { moneyRules, refundedRules } from './money-rules.ts';
import { viewOf } from './sale-view.ts';
import { serviceRules } from './service-rules.ts';
import { paidRules } from './paid-rules.ts';
import { renewalRules, subscriptionRules } from './subscription-rules.ts';
import { endedRules, undoneRules, waitingRules } from './unpaid-rules.ts';

/** The rules in the order in which they are asked; what needs somebody stands before what is only so. */
const explanationRules: readonly ExplanationRule[] = [
  ...moneyRules,
  ...refundedRules,
  ...serviceRules,
  ...subscriptionRules,
  ...waitingRules,
  ...renewalRules,
  ...undoneRules,
  ...declineRules,
  ...endedRules,
  ...paidRules,
];

/** The rule of a sale that no rule explains. Those are counted: they are what the table lacks. */
export const unexplained = 'unexplained';
/** Why a sale is as it is at `now`. Pure: the same facts give the same explanation. */
export function explain({ sale }: Pick<SaleTimeline, 'sale'>, now: Date): Explanation {
  const view = viewOf(sale, now);
  for (const { id, tone, cause, cure, when } of explanationRules) {
    const match = when(view);
    if (match) return { rule: id, tone, cause, cure, about: match.about ?? null, values: match.values ?? {} };
  }
  return { rule: unexplained, tone: 'needs-you', cause: 'shop', cure: null, about: null, values: {} };
}

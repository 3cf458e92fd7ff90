import type { JsonObject } from '#src/kernel/json/json.ts';
import type { AttemptView, OrderView } from '#src/domain/orders/index.ts';
import { watchedOrder } from '../../site/order-status/order-address.server.ts';
import { type PageRequest, problem, type Problem, show, type PageResult } from '../../framework/page.server.ts';
import type { PaymentVerificationData } from './stages.types.ts';

/** An attempt with an open challenge. */
export interface AskedAttempt {
  readonly view: OrderView;
  readonly attempt: AttemptView;
  /** Where another payment method is selected. */
  readonly payment: string;
}

/** The form that opens the challenge: its address and hidden fields. */
function questionOf(nextAction: JsonObject | null): { url: string; fields: Record<string, string> } | null {
  if (!nextAction) return null;
  const { url, fields } = nextAction;
  if (typeof url !== 'string' || typeof fields !== 'object' || fields === null || Array.isArray(fields)) return null;
  return { url, fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])) };
}

/** The bank's challenge in its frame. */
export function showVerification(
  request: PageRequest,
  { attempt, view, payment }: AskedAttempt,
): PageResult<PaymentVerificationData> | Problem {
  const question = questionOf(attempt.nextAction);
  if (!question) return problem('challenge-malformed');
  return show<PaymentVerificationData>({
    ...question,
    secondsLeft: Math.max(0, Math.floor((attempt.expiresAt.getTime() - request.ctx.clock.now().getTime()) / 1000)),
    returnPath: '/payment-verification/return',
    leave: payment,
    watch: watchedOrder(request, view),
  });
}

import type { DeskBill, DeskFailure } from '#src/domain/subscriptions/index.ts';
import type { Result } from '#src/kernel/result/result.ts';
import type { FormFields, PageRequest, Submitted } from '../web/page.server.ts';

/** Message under which a page says that nobody takes what was confirmed. */
export const closedMessage = 'subscription.closed.title';

/** Where a confirmed change leads: to the bill that was made for it, or back with what is in the way. */
export function answerOfDesk(
  request: PageRequest,
  answer: Result<DeskBill, DeskFailure> | null,
  values: FormFields,
): Submitted {
  if (answer === null) return { kind: 'refused', values, errors: { form: closedMessage } };
  if (!answer.ok) {
    const isGone = answer.error === 'plan-not-offered';
    return {
      kind: 'refused',
      values,
      errors: isGone ? { plan: 'subscription.plan.missing' } : { form: 'subscription.changed' },
    };
  }
  const { invoiceId, token } = answer.value;
  return {
    kind: 'redirect',
    to: request.href(`/payment/${invoiceId}`),
    cookies: [request.givePass(invoiceId, token)],
  };
}

import type {
  PlanChangeInvoice,
  SubscriptionServiceFailure,
  ScheduledPlanChange,
} from '#src/domain/subscriptions/subscriptions/index.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { type FormFields, type PageRequest, redirect, type SubmitResult } from '../../framework/page.server.ts';

/** Message under which a page says that nobody takes what was confirmed. */
export const closedMessage = 'subscription.closed.title';

const refusals: Readonly<Record<SubscriptionServiceFailure, { readonly plan: string } | { readonly form: string }>> = {
  'plan-not-offered': { plan: 'subscription.plan.missing' },
  changed: { form: 'subscription.changed' },
  'charge-under-way': { form: 'subscription.busy' },
  'not-possible': { form: 'subscription.not-possible' },
};

/**
 * Where a confirmed change leads: to the bill that was made for it, with `onInvoice` in its address, to what was planned, or
 * back with what is in the way.
 */
export function planChangeResult(
  request: PageRequest,
  answer: Result<PlanChangeInvoice | ScheduledPlanChange, SubscriptionServiceFailure> | null,
  values: FormFields,
  onInvoice: Readonly<Record<string, string>> = {},
): SubmitResult {
  if (answer === null) return { kind: 'refused', values, errors: { form: closedMessage } };
  if (!answer.ok) return { kind: 'refused', values, errors: refusals[answer.error] };
  if (answer.value.kind === 'scheduled') return redirect(request.href(request.path, { done: '1' }));
  const { invoiceId, token } = answer.value;
  return {
    kind: 'redirect',
    to: request.href(`/payment/${invoiceId}`, onInvoice),
    cookies: [request.setMagicLinkCookie(invoiceId, token)],
  };
}

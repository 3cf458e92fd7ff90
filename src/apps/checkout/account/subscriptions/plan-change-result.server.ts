import type {
  PlanChangeInvoice,
  SubscriptionServiceFailure,
  ScheduledPlanChange,
} from '#src/domain/subscriptions/subscriptions/index.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { type FormFields, type PageRequest, redirect, type SubmitResult } from '../../framework/page.server.ts';

/** Message for a confirmed change that no gateway can charge. */
export const closedMessage = 'subscription.closed.title';

const refusals: Readonly<Record<SubscriptionServiceFailure, { readonly plan: string } | { readonly form: string }>> = {
  'plan-not-offered': { plan: 'subscription.plan.missing' },
  changed: { form: 'subscription.changed' },
  'charge-under-way': { form: 'subscription.busy' },
  'not-possible': { form: 'subscription.not-possible' },
};

/**
 * The address after a confirmed change: its invoice (with `onInvoice` in the query), the planned change, or the page with
 * the reason of the failure.
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

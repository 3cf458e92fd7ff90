import type { Cause, Cure, ExplanationRule, RuleMatch } from './explanation.types.ts';
import { decline, method, money, type SaleView, text, time } from './sale-view.ts';

/** The last attempt, where it was declined; `codes`: ours, as attempts store them. */
function declined(view: SaleView, holds: (code: string) => boolean): RuleMatch | false {
  const { last } = view;
  if (!view.isUnpaid || !last || (last.state !== 'declined' && last.state !== 'failed')) return false;
  if (!holds(last.declineCode ?? 'other')) return false;
  const notBefore = view.sale.cardRetry?.notBefore;
  return {
    about: last.id,
    values: {
      ...{ reason: decline(last), method: method(last), amount: money(view, last.amount), at: time(last.updatedAt) },
      ...{ raw: text(last.declineRaw ?? '–'), card: text(last.last4 === null ? '' : `•••• ${last.last4}`) },
      ...(notBefore ? { next: time(notBefore) } : {}),
    },
  };
}

const row = (id: string, cause: Cause, cure: Cure | null, codes: readonly string[]): ExplanationRule => ({
  ...{ id, tone: 'lost', cause, cure },
  when: (view) => declined(view, (code) => codes.includes(code)),
});
/** Whether the schemes let the same card be tried again: it decides what a buyer can be told to do. */
const retry = (id: string, code: string): ExplanationRule => ({
  ...{ id, tone: 'lost', cause: 'buyer-bank', cure: 'link.create' },
  when: (view) => view.sale.cardRetry?.code === code && view.last?.declineCode !== code && declined(view, () => true),
});

/** Orders whose last attempt was declined, by what the buyer's bank or company said, and what may be done next. */
export const declineRules: readonly ExplanationRule[] = [
  row('blocked-by-fraud-check', 'shop', 'link.create', ['card-try-later', 'method-paused', 'captcha-needed']),
  row('blocked-by-card-rules', 'shop', 'link.create', ['card-not-again', 'card-tries-used-up']),
  row('declined-fraud-suspected', 'buyer-bank', 'link.create', ['fraud-suspected']),
  row('declined-card-data', 'buyer', 'link.create', [
    ...['card-number-invalid', 'card-expired', 'security-code-invalid', 'card-invalid', 'card-token-invalid'],
  ]),
  retry('declined-never-again', 'card-not-again'),
  retry('declined-retry-later', 'card-try-later'),
  retry('declined-tries-used-up', 'card-tries-used-up'),
  row('declined-funds', 'buyer-bank', 'link.create', ['insufficient-funds', 'app-balance', 'wallet-balance']),
  row('declined-limit', 'buyer-bank', 'link.create', ['amount-over-limit', 'amount-not-permitted', 'app-limit']),
  row('declined-card-blocked', 'buyer-bank', 'link.create', [
    ...['card-blocked', 'card-canceled', 'card-not-activated', 'app-blocked', 'wallet-inactive'],
  ]),
  row('declined-not-permitted', 'buyer-bank', 'link.create', [
    ...['card-not-permitted', 'abroad-not-permitted', 'use-credit', 'use-debit'],
    ...['installments-not-permitted', 'foreign-installments'],
  ]),
  row('declined-not-authenticated', 'buyer', 'link.create', [
    ...['not-authenticated', 'identity-not-confirmed', 'pin-refused', 'pin-tries-exceeded'],
    ...['approval-code-wrong', 'approval-code-expired'],
  ]),
  row('declined-in-app', 'buyer', 'link.create', [
    ...['app-not-approved', 'app-refused', 'app-canceled', 'app-phone-unknown', 'app-not-offered', 'prompt-canceled'],
    ...['wallet-refused', 'wallet-unknown'],
  ]),
  row('declined-agreement-ended', 'buyer', 'link.create', ['recurring-stopped', 'profile-unknown']),
  row('declined-bank-away', 'buyer-bank', 'link.create', ['issuer-unavailable', 'processing-error']),
  row('declined-points', 'gateway', 'link.create', [
    ...['points-refused', 'points-balance-short', 'points-rate-changed', 'points-session-over'],
  ]),
  row('declined-at-unit', 'staff', 'link.create', ['not-collected', 'unit-missing']),
  row('declined-request', 'shop', 'task.work', [
    ...['gateway-refused', 'gateway-mismatch', 'shop-refused', 'slip-refused', 'cash-code-refused'],
  ]),
  row('gateway-away', 'gateway', 'link.create', ['gateway-unreachable']),
  {
    ...{ id: 'charge-never-made', tone: 'lost', cause: 'gateway', cure: 'link.create' },
    when: (view) =>
      declined(view, (code) => code === 'gateway-lost' || (code === 'other' && view.last?.state === 'failed')),
  },
  {
    ...{ id: 'declined', tone: 'lost', cause: 'buyer-bank', cure: 'link.create' },
    when: (view) => view.last?.state === 'declined' && declined(view, () => true),
  },
];

import type { Subscription, BillingPeriod } from '../subscriptions/index.ts';
import type { NoticeKind } from './notice-kinds.ts';

/** Whether what a notice says is still so when it goes out: nobody is dunned for what was paid a minute ago. */
export function isNoticeStillDue(
  kind: NoticeKind,
  { state, cancelsOn }: Pick<Subscription, 'state' | 'cancelsOn'>,
  period: Pick<BillingPeriod, 'state'>,
): boolean {
  switch (kind) {
    case 'first-charge':
    case 'renewal-early':
    case 'renewal':
      return period.state === 'due' && (state === 'trialing' || state === 'active') && cancelsOn === null;
    case 'failed':
    case 'again':
    case 'last-days':
      return state === 'past-due' && period.state !== 'paid' && period.state !== 'waived';
    case 'suspended':
    case 'still-time':
    case 'ends-soon':
      return state === 'suspended' && period.state !== 'paid';
    case 'recovered':
      return state === 'active';
    case 'canceled':
      return state === 'canceled';
  }
}

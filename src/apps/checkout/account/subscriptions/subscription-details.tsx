import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { SubscriptionView } from './subscription.types.ts';

/** The rows of a subscription: name and value. */
export function SubscriptionDetails({ now, buyer }: { readonly now: SubscriptionView; readonly buyer: string }) {
  const t = useWords();
  return (
    <DetailList
      items={[
        { label: t('subscription.buyer'), value: buyer },
        { label: t('subscription.plan'), value: now.plan },
        { label: t('subscription.price'), value: now.price },
        { label: t('subscription.state'), value: t(`subscription.state.${now.state}`) },
        { label: t(now.isFree ? 'subscription.until.free' : 'subscription.until'), value: now.until, isStrong: true },
        ...(now.next ? [{ label: t('subscription.next'), value: t('subscription.next.value', now.next) }] : []),
      ]}
    />
  );
}

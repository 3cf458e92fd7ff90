import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { SubscriptionCard } from './purchases.types.ts';
import css from './purchases.module.css';

interface SubscriptionItemProps {
  readonly subscription: SubscriptionCard;
  readonly here: string;
  /** Why the last request was refused; null otherwise. */
  readonly problem: string | null;
}

/** One subscription: its next charge, and buttons to pause, resume or cancel it. */
export function SubscriptionItem({ subscription, here, problem }: SubscriptionItemProps) {
  const t = useWords();
  const {
    id,
    product,
    plan,
    state,
    price,
    until,
    isFree,
    next,
    owed,
    nextPlan,
    instrument,
    isByBill,
    endsOn,
    cardHref,
    hasCard,
    may,
  } = subscription;
  const isOwing = may.pay;
  return (
    <article className={css['entry']} aria-labelledby={`subscription-${id}`}>
      <h3 id={`subscription-${id}`} className={css['title']}>
        {product}
      </h3>
      {problem ? (
        <Notice kind="error">
          <p>{problem}</p>
        </Notice>
      ) : null}
      {isOwing ? (
        <Notice kind="alert" title={t(`purchases.owing.${state}`)}>
          <p>{t(cardHref ? 'purchases.owing.card' : 'purchases.owing.any')}</p>
        </Notice>
      ) : null}
      {endsOn ? (
        <Notice kind="info">
          <p>{t('purchases.ends', { day: until })}</p>
        </Notice>
      ) : null}
      <DetailList
        items={[
          { label: t('subscription.plan'), value: plan },
          { label: t('subscription.price'), value: price },
          {
            label: t('subscription.state'),
            value: t(endsOn ? 'purchases.state.ending' : `subscription.state.${state}`),
          },
          ...(endsOn ? [] : [{ label: t(isFree ? 'subscription.until.free' : 'subscription.until'), value: until }]),
          ...(state === 'canceled' ? [] : [{ label: t('purchases.instrument'), value: instrument }]),
          ...(nextPlan ? [{ label: t('purchases.next-plan'), value: nextPlan }] : []),
          ...(owed ? [{ label: t('purchases.owed'), value: owed, isStrong: true }] : []),
          ...(next
            ? [
                {
                  label: t(isByBill ? 'purchases.next.bill' : 'purchases.next'),
                  value: next,
                  isStrong: !isByBill,
                },
              ]
            : []),
        ]}
      />
      <form method="post" action={here} className={css['actions']}>
        <input type="hidden" name="subscription" value={id} />
        {cardHref ? (
          <ButtonLink href={cardHref} look={isOwing ? 'primary' : 'secondary'}>
            {t(isOwing ? 'purchases.card.owing' : hasCard ? 'purchases.card' : 'purchases.card.add')}
          </ButtonLink>
        ) : null}
        {may.pay ? (
          <Button look={cardHref ? 'secondary' : 'primary'} name="intent" value="pay">
            {t(cardHref ? 'purchases.pay.other' : 'purchases.pay')}
          </Button>
        ) : null}
        {may.resume ? (
          <Button look="secondary" name="intent" value="resume">
            {t(endsOn ? 'purchases.keep' : 'purchases.resume')}
          </Button>
        ) : null}
        {may.pause ? (
          <Button look="secondary" name="intent" value="pause">
            {t('purchases.pause')}
          </Button>
        ) : null}
        {may.cancel ? (
          <>
            <p className="fineprint">{t(isOwing ? 'purchases.cancel.now' : 'purchases.cancel.later', { until })}</p>
            <Button look="quiet" name="intent" value="cancel">
              {t('purchases.cancel')}
            </Button>
          </>
        ) : null}
      </form>
    </article>
  );
}

import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { SubscriptionCard } from './purchases.types.ts';
import css from './purchases.module.css';

interface SubscriptionItemProps {
  readonly subscription: SubscriptionCard;
  readonly here: string;
  /** Why the last wish was not granted; null otherwise. */
  readonly problem: string | null;
}

/** One subscription: what comes next and when, and one press each to pause, go on or end it. */
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
    <article className={css['means']} aria-labelledby={`subscription-${id}`}>
      <h3 id={`subscription-${id}`} className={css['title']}>
        {product}
      </h3>
      {problem ? (
        <Notice kind="error">
          <p>{problem}</p>
        </Notice>
      ) : null}
      {isOwing ? (
        <Notice kind="alert" title={t(`my-purchases.owing.${state}`)}>
          <p>{t(cardHref ? 'my-purchases.owing.card' : 'my-purchases.owing.any')}</p>
        </Notice>
      ) : null}
      {endsOn ? (
        <Notice kind="info">
          <p>{t('my-purchases.ends', { day: until })}</p>
        </Notice>
      ) : null}
      <DetailList
        items={[
          { label: t('subscription.plan'), value: plan },
          { label: t('subscription.price'), value: price },
          {
            label: t('subscription.state'),
            value: t(endsOn ? 'my-purchases.state.ending' : `subscription.state.${state}`),
          },
          ...(endsOn ? [] : [{ label: t(isFree ? 'subscription.until.free' : 'subscription.until'), value: until }]),
          ...(state === 'canceled' ? [] : [{ label: t('my-purchases.means'), value: instrument }]),
          ...(nextPlan ? [{ label: t('my-purchases.next-plan'), value: nextPlan }] : []),
          ...(owed ? [{ label: t('my-purchases.owed'), value: owed, isStrong: true }] : []),
          ...(next
            ? [
                {
                  label: t(isByBill ? 'my-purchases.next.bill' : 'my-purchases.next'),
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
            {t(isOwing ? 'my-purchases.card.owing' : hasCard ? 'my-purchases.card' : 'my-purchases.card.add')}
          </ButtonLink>
        ) : null}
        {may.pay ? (
          <Button look={cardHref ? 'secondary' : 'primary'} name="intent" value="pay">
            {t(cardHref ? 'my-purchases.pay.other' : 'my-purchases.pay')}
          </Button>
        ) : null}
        {may.resume ? (
          <Button look="secondary" name="intent" value="resume">
            {t(endsOn ? 'my-purchases.keep' : 'my-purchases.resume')}
          </Button>
        ) : null}
        {may.pause ? (
          <Button look="secondary" name="intent" value="pause">
            {t('my-purchases.pause')}
          </Button>
        ) : null}
        {may.cancel ? (
          <>
            <p className="fineprint">
              {t(isOwing ? 'my-purchases.cancel.now' : 'my-purchases.cancel.later', { until })}
            </p>
            <Button look="quiet" name="intent" value="cancel">
              {t('my-purchases.cancel')}
            </Button>
          </>
        ) : null}
      </form>
    </article>
  );
}

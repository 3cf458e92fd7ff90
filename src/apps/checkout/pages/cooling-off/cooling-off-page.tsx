import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { PayoutDetailsForm } from './payout-details-form.tsx';
import type { CoolingOffData, RefundLine } from './cooling-off.types.ts';
import css from './cooling-off.module.css';

/** One purchase in cooling-off: its refund, one button, and afterwards the refund's progress. */
export function CoolingOffPage({ data, form }: ViewProps<CoolingOffData>) {
  const t = useWords();
  const { kind, product, number, boughtAt, lastDay, help, amount } = data;
  const owed = kind === 'done' ? null : data.owed;
  const isFree = (kind === 'open' || kind === 'done') && amount === null;
  const effect = isFree ? 'free' : kind === 'returned' && data.ends === 'plan' ? 'plan' : 'text';
  return (
    <>
      {owed === null ? (
        <PageTitle
          title={t(`cooling-off.${kind}.title`)}
          text={t(`cooling-off.${kind}.${effect}`, { lastDay: lastDay ?? '' })}
        />
      ) : (
        <PageTitle
          title={t('cooling-off.owed.title', { amount: owed })}
          text={t(data.details === 'given' ? 'cooling-off.way.given' : 'cooling-off.owed.text', {
            hint: data.hint ?? '',
          })}
        />
      )}
      <div className="stack">
        {owed === null ? null : <PayoutDetailsForm data={data} form={form} />}
        {kind === 'done' ? <Confirmed data={data} /> : null}
        <DetailList
          items={[
            { label: t('cooling-off.product'), value: product },
            { label: t('cooling-off.number'), value: number },
            ...(boughtAt ? [{ label: t('cooling-off.bought'), value: boughtAt }] : []),
            ...(lastDay ? [{ label: t('cooling-off.last-day'), value: lastDay }] : []),
            ...(amount && (kind === 'open' || kind === 'done')
              ? [{ label: t('cooling-off.amount'), value: amount, isStrong: true }]
              : []),
          ]}
        />
        {kind === 'open' || kind === 'done' ? <RefundLines lines={data.lines} /> : null}
        {kind === 'done' && owed === null && data.details !== 'none' ? (
          <PayoutDetailsForm data={data} form={form} />
        ) : null}
        {kind === 'open' && owed !== null ? <h2 className={css['heading']}>{t('cooling-off.open.title')}</h2> : null}
        {kind === 'open' ? <Confirmation data={data} /> : null}
        {kind === 'open' || kind === 'unpaid' ? null : (
          <ButtonLink href={help} look="secondary" target="_blank" rel="noopener noreferrer">
            {t('cooling-off.help')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function Confirmed({ data }: { readonly data: CoolingOffData }) {
  const t = useWords();
  const { amount, isRefunded, askedAt, ends, email } = data;
  const money = amount === null ? 'free' : isRefunded ? 'back' : 'text';
  return (
    <Notice kind="success" title={t('cooling-off.confirmed.title', { at: askedAt ?? '' })}>
      <p>{t(`cooling-off.confirmed.${money}`, { amount: amount ?? '' })}</p>
      <p>{t(ends === 'plan' ? 'cooling-off.confirmed.plan' : 'cooling-off.confirmed.ended')}</p>
      <p>{t('cooling-off.confirmed.email', { email })}</p>
    </Notice>
  );
}

/** The result of a cancellation, and the button that requests it. */
function Confirmation({ data }: { readonly data: CoolingOffData }) {
  const t = useWords();
  const { amount, details, ends } = data;
  return (
    <form method="post" className="stack">
      <ul className={css['effects']}>
        <li>{t(ends === 'plan' ? 'cooling-off.effect.plan' : 'cooling-off.effect.access')}</li>
        {ends === 'subscription' ? <li>{t('cooling-off.effect.subscription')}</li> : null}
        {details === 'none' ? null : <li>{t('cooling-off.effect.details')}</li>}
      </ul>
      <ButtonLink href={data.keep}>{t('cooling-off.keep')}</ButtonLink>
      <Button look="secondary" name="intent" value="withdraw">
        {amount ? t('cooling-off.confirm', { amount }) : t('cooling-off.confirm.free')}
      </Button>
      <p className="fineprint">{t('cooling-off.no-reason')}</p>
    </form>
  );
}

/** The refund by payment method, and its date. */
function RefundLines({ lines }: { readonly lines: readonly RefundLine[] }) {
  const t = useWords();
  if (lines.length === 0) return null;
  return (
    <section>
      <h2 className={css['heading']}>{t('cooling-off.lines')}</h2>
      <ul className={css['lines']}>
        {lines.map(({ id, label, amount, how }) => (
          <li key={id} className={css['line']}>
            <span>{label}</span>
            <span className={css['amount']}>{amount}</span>
            <span className={css['how']}>{how}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

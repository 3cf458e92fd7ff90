import { ButtonLink } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { BenefitList } from '#src/ui/offer/benefit-list.tsx';
import { PriceBox } from '#src/ui/offer/price-box.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import type { LotView, PresentationData, TrialView } from './presentation.types.ts';
import css from './presentation.module.css';

export function PresentationPage({ data }: ViewProps<PresentationData>) {
  const t = useWords();
  const { variant, product, price, trial, until } = data;
  const words = { product, seller: data.seller ?? '', period: trial?.period ?? '' };
  // An ended discount has no text of its own: it would offer what no longer holds.
  const key = `presentation.${data.isOver ? 'default' : variant}`;
  const introKey = data.seller && t.has(`${key}.intro.seller`) ? `${key}.intro.seller` : `${key}.intro`;
  return (
    <>
      <PageTitle above={<StepCounter />} title={t(`${key}.title`, words)} text={t(introKey, words)} />
      <div className="stack">
        {data.isOver ? (
          <Notice kind="alert" title={t('presentation.over.title')}>
            <p>{t('presentation.over.text')}</p>
          </Notice>
        ) : null}
        {trial ? <Trial trial={trial} monthly={price.detail === null ? null : price.main} /> : null}
        {trial ? null : <PriceBox price={price} label={data.plan} standardLabel={t('offer.standard')} />}
        {data.lots.length > 0 ? <Lots lots={data.lots} /> : null}
        {until ? <p className="fineprint">{t('offer.until', { date: until })}</p> : null}
        <BenefitList benefits={data.benefits} />
        <ButtonLink href={data.next}>{t(`${key}.submit`, words)}</ButtonLink>
      </div>
    </>
  );
}

/** The lots of an event: which one is on sale, what comes after it and at which price. */
function Lots({ lots }: { readonly lots: readonly LotView[] }) {
  const t = useWords();
  return (
    <ul className={css['lots']} aria-label={t('presentation.lots')}>
      {lots.map(({ name, price, note, isOnSale }) => (
        <li key={name} className={isOnSale ? css['now'] : undefined}>
          <span>
            <strong>{name}</strong>
            <span>{note}</span>
          </span>
          <span>{price}</span>
        </li>
      ))}
    </ul>
  );
}

/** The trial: its last day to cancel, the first charge and its day. It stands before any question. */
function Trial({ trial, monthly }: { readonly trial: TrialView; readonly monthly: string | null }) {
  const t = useWords();
  const { period, lastFreeDay, firstCharge, amount } = trial;
  const steps = [
    { when: t('presentation.trial.today'), what: t('presentation.trial.today.text', { period }) },
    {
      when: t('presentation.trial.until', { date: lastFreeDay }),
      what: t('presentation.trial.until.text'),
    },
    {
      when: firstCharge,
      what: t('presentation.trial.charge.text', { amount }),
      more: monthly === null ? null : t('presentation.trial.charge.monthly', { monthly }),
    },
  ];
  return (
    <ol className={css['trial']}>
      {steps.map(({ when, what, more }) => (
        <li key={when}>
          <strong>{when}</strong>
          <p>{what}</p>
          {more ? <p>{more}</p> : null}
        </li>
      ))}
    </ol>
  );
}

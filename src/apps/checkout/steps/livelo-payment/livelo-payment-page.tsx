import { Button } from '#src/ui/button/button.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { type PointsPrice, PriceParts } from '../../loyalty/price-parts.tsx';
import { SkipPoints } from '../../loyalty/skip-points.tsx';
import { StepCount } from '../../shell/step-count.tsx';
import type { ViewProps } from '../../web/page.ts';
import css from '../../loyalty/loyalty.module.css';

/** Points for the purchase. Nothing is credited before it is paid and the days to withdraw are over. */
interface Earning {
  readonly wants: 'earn';
  /** `none`: a voucher made the price. `unknown`: the programme did not say. */
  readonly standing: 'earned' | 'none' | 'unknown';
  readonly points: string;
  readonly total: string;
  readonly creditDays: number;
}

/** Points in place of money, as the buyer chose them. */
interface Spending extends PointsPrice {
  readonly wants: 'spend';
  readonly points: number;
  readonly total: string;
  /** Where the choice is changed. */
  readonly change: string;
}

/** What the last page before the payment shows. */
export type LiveloPaymentData = Earning | Spending;

const nothingToCheck = () => ({});

export function LiveloPaymentPage({ data }: ViewProps<LiveloPaymentData>) {
  const t = useWords();
  const handle = useForm({ validate: nothingToCheck, refused: null });
  return (
    <>
      <PageTitle above={<StepCount />} title={t(`livelo-payment.${data.wants}.title`)} />
      <div className="stack">
        {data.wants === 'earn' ? <EarnedPoints {...data} /> : <ChosenPoints {...data} />}
        <form {...handle.props} className="stack">
          <Button isBusy={handle.isBusy}>{t('livelo-payment.submit')}</Button>
        </form>
        {data.wants === 'spend' ? (
          <p className={css['aside']}>
            <a href={data.change}>{t('livelo-payment.change')}</a>
          </p>
        ) : null}
        <SkipPoints />
      </div>
    </>
  );
}

function EarnedPoints({ standing, points, total, creditDays }: Earning) {
  const t = useWords();
  if (standing !== 'earned') {
    return (
      <Notice kind="info" title={t(`livelo-payment.${standing}.title`)}>
        <p>{t(`livelo-payment.${standing}.text`)}</p>
      </Notice>
    );
  }
  return (
    <>
      <div className={css['sheet']}>
        <p className={css['quiet']}>{t('livelo-payment.earned.for', { total })}</p>
        <p className={css['figure']}>{t('livelo-payment.earned.points', { points })}</p>
      </div>
      <p className="fineprint">{t('livelo-payment.earned.when', { days: creditDays })}</p>
    </>
  );
}

function ChosenPoints({ total, change: _change, wants: _wants, ...price }: Spending) {
  const t = useWords();
  return (
    <>
      <PriceParts {...price} />
      <Notice kind="info" title={t('livelo-payment.untouched.title')}>
        <p>{t('livelo-payment.untouched.text', { total })}</p>
      </Notice>
    </>
  );
}

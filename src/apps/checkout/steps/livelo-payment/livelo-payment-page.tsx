import { Button } from '#src/ui/button/button.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { PriceParts, type PricePartsText } from '../../site/loyalty/price-parts.tsx';
import { SkipPoints } from '../../site/loyalty/skip-points.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { FormState, ViewProps } from '../../framework/page.ts';
import css from '../../site/loyalty/loyalty.module.css';
import { PaymentPanel } from '../../payment-form/payment-panel.tsx';
import type { PaymentData } from '../../payment-form/payment.types.ts';

/** Points for the purchase. Nothing is credited before it is paid and the days to withdraw are over. */
interface Earning {
  readonly wants: 'earn';
  /** `none`: a voucher made the price. `unknown`: the programme did not say. */
  readonly standing: 'earned' | 'none' | 'unknown';
  readonly points: string;
  readonly total: string;
  readonly creditDays: number;
}

/** Points in place of money, as the buyer chose them, and the payment methods for the rest. */
interface Spending {
  readonly wants: 'spend';
  readonly parts: PricePartsText;
  /** Where the choice is changed. */
  readonly change: string;
  /** Of the rest; nothing but a confirmation where the points pay everything. */
  readonly payment: PaymentData;
}

/** Data of the last page before the payment. */
export type LiveloPaymentData = Earning | Spending;

const nothingToCheck = () => ({});

function paymentIn(data: Partial<Spending>): PaymentData | null {
  return data.payment ?? null;
}

export function LiveloPaymentPage({ data, form }: ViewProps<LiveloPaymentData>) {
  const t = useWords();
  return (
    <>
      <PageTitle above={<StepCounter />} title={t(`livelo-payment.${data.wants}.title`)} />
      <div className="stack">
        {data.wants === 'earn' ? <Earned {...data} /> : <Spent data={data} form={form} />}
        <SkipPoints />
      </div>
    </>
  );
}

function Earned(data: Earning) {
  const t = useWords();
  const handle = useForm({ validate: nothingToCheck, refused: null });
  return (
    <>
      <EarnedPoints {...data} />
      <form {...handle.props} className="stack">
        <Button isBusy={handle.isBusy}>{t('livelo-payment.submit')}</Button>
      </form>
    </>
  );
}

/** The split, and the payment of the rest: both succeed, or neither. */
function Spent({ data, form }: { readonly data: Spending; readonly form: FormState | null }) {
  const t = useWords();
  const { parts, change, payment } = data;
  return (
    <>
      <PriceParts {...parts} />
      <p className={css['aside']}>
        <a href={change}>{t('livelo-payment.change')}</a>
      </p>
      <p className="fineprint">{t(payment.isFree ? 'livelo-payment.all' : 'livelo-payment.rest')}</p>
      <PaymentPanel<Partial<Spending>> data={payment} form={form} paymentIn={paymentIn} />
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

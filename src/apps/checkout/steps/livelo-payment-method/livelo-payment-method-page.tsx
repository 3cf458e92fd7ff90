import { useState } from 'react';
import {
  roundToStep,
  isInRange,
  type PointsRange,
  splitPrice,
  valueOfPoints,
} from '#src/domain/customers/loyalty/index.ts';
import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import { Button } from '#src/ui/button/button.tsx';
import { RangeField } from '#src/ui/field/range-field.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { type PointsPrice, priceInPoints } from '../../site/loyalty/price-in-points.ts';
import { PriceParts } from '../../site/loyalty/price-parts.tsx';
import { SkipPoints } from '../../site/loyalty/skip-points.tsx';
import { useCheckout } from '../../framework/checkout-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { FormState, ViewProps } from '../../framework/page.ts';
import css from '../../site/loyalty/loyalty.module.css';
import { checkPoints, readPoints } from './points.rules.ts';

/** What the page for choosing between points and money shows. */
export interface LiveloPaymentMethodData extends PointsPrice {
  /** What the member has, by the programme's word. */
  readonly balance: number;
  /** Fewest points that the programme takes. */
  readonly minimum: number;
  /** Null when there are too few. */
  readonly choice: { readonly range: PointsRange; readonly points: number } | null;
  /** The account or the price no longer allows what was chosen before. */
  readonly isChanged: boolean;
  readonly otherCpf: string;
}

export function LiveloPaymentMethodPage({ data, form }: ViewProps<LiveloPaymentMethodData>) {
  const t = useWords();
  const { locale } = useCheckout();
  const { balance, minimum, choice, currency, pointsPerUnit, otherCpf } = data;
  const worth = formatMoney({ amount: valueOfPoints(balance, pointsPerUnit), currency }, locale);
  return (
    <>
      <PageTitle above={<StepCounter />} title={t('livelo-payment-method.title')} />
      <div className="stack">
        <div className={css['sheet']}>
          <p className={css['quiet']}>{t('livelo-payment-method.balance')}</p>
          <p className={css['figure']}>{t('livelo-payment-method.points', { points: formatCount(balance, locale) })}</p>
          <p className={css['quiet']}>{t('livelo-payment-method.worth', { value: worth })}</p>
        </div>
        {data.isChanged && choice ? (
          <Notice kind="alert" title={t('livelo-payment-method.changed.title')}>
            <p>
              {t('livelo-payment-method.changed.text', {
                most: formatCount(choice.range.whole ?? choice.range.max, locale),
              })}
            </p>
          </Notice>
        ) : null}
        {choice ? (
          <PointsForm {...choice} price={data} form={form} />
        ) : (
          <Notice kind="alert" title={t('livelo-payment-method.few.title')}>
            <p>{t('livelo-payment-method.few.text', { minimum: formatCount(minimum, locale) })}</p>
          </Notice>
        )}
        {choice ? null : (
          <p className={css['aside']}>
            <a href={otherCpf}>{t('livelo.other-cpf')}</a>
          </p>
        )}
        <SkipPoints look={choice ? 'quiet' : 'primary'} />
      </div>
    </>
  );
}

function hintOf({ min, max, whole }: PointsRange): string {
  if (min === (whole ?? max)) return 'livelo-payment-method.hint.one';
  return whole !== null && whole > max ? 'livelo-payment-method.hint.whole' : 'livelo-payment-method.hint';
}

interface PointsFormProps {
  readonly range: PointsRange;
  readonly points: number;
  readonly price: PointsPrice;
  readonly form: FormState | null;
}

function PointsForm({ range, points, price, form }: PointsFormProps) {
  const t = useWords();
  const { locale } = useCheckout();
  const [shown, setShown] = useState(points);
  const handle = useForm({ validate: (values) => checkPoints(values, range), refused: form?.errors ?? null });
  const most = range.whole ?? range.max;
  // The whole price stands one step above the last part: every stop of the slider is a number that may be taken.
  const end = most > range.max ? range.max + range.step : range.max;
  const fit = (value: number): number => roundToStep(value, range);
  const write = (value: number): string => formatCount(fit(value), locale);
  const worthOf = (value: number): string => {
    const split = splitPrice(BigInt(price.price), fit(value), price.pointsPerUnit);
    return formatMoney({ amount: split?.inPoints ?? 0n, currency: price.currency }, locale);
  };
  const read = (typed: string): number | null => {
    const value = readPoints(typed);
    return value === null || !isInRange(value, range) ? null : stopOf(fit(value));
  };
  const stopOf = (value: number): number => (value > range.max ? end : value);
  const limits = {
    min: write(range.min),
    max: write(most),
    part: write(range.max),
    step: formatCount(range.step, locale),
  };
  const parts = priceInPoints(price, shown, locale);
  return (
    <form {...handle.props} className="stack">
      <FormNotice message={handle.error('form')} />
      <RangeField
        name="points"
        label={t('livelo-payment-method.label')}
        hint={t(hintOf(range), limits)}
        min={range.min}
        max={end}
        step={range.step}
        defaultValue={form?.values['points'] ?? write(points)}
        resting={stopOf(points)}
        read={read}
        write={write}
        spoken={(value) => t('livelo-payment-method.spoken', { points: write(value), value: worthOf(value) })}
        ends={[limits.min, limits.max]}
        onValue={(value) => setShown(fit(value))}
        error={handle.error('points')}
      />
      {parts ? <PriceParts {...parts} isLive /> : null}
      <Button isBusy={handle.isBusy}>{t('livelo-payment-method.submit')}</Button>
    </form>
  );
}

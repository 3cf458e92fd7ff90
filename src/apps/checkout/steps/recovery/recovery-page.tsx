import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { MaskedBuyer } from '../../account/links/masked-buyer.ts';
import type { ViewProps } from '../../framework/page.ts';
import { PaymentPanel } from '../../payment-form/payment-panel.tsx';
import type { PaymentData } from '../../payment-form/payment.types.ts';

export interface RecoveryData {
  /** The buyer left before paying, or a charge was declined. */
  readonly kind: 'unfinished' | 'failed-charge';
  readonly product: string;
  readonly buyer: MaskedBuyer;
  readonly payment: PaymentData;
  /** Which price it is: that of the order's day, today's as the buyer saw it, or another than they saw. */
  readonly price: 'frozen' | 'today' | 'changed';
  /** The price when the buyer left, where it differs. */
  readonly before: string | null;
  /** Until when the price of the order holds; null = as long as the order. */
  readonly until: string | null;
}

function paymentIn(data: Partial<RecoveryData>): PaymentData | null {
  return data.payment ?? null;
}

/** A resumed purchase. */
export function RecoveryPage({ data, form }: ViewProps<RecoveryData>) {
  const t = useWords();
  const { kind, product, buyer, payment, price, before, until } = data;
  return (
    <>
      <PageTitle title={t(`recovery.${kind}.title`, { product })} text={t(`recovery.${kind}.text`, { product })} />
      <div className="stack">
        <DetailList
          items={[
            { label: t('recovery.buyer'), value: buyer.name },
            { label: t('recovery.email'), value: buyer.email },
            { label: t('recovery.total'), value: payment.total, isStrong: true },
          ]}
        />
        {price === 'changed' && before ? (
          <Notice kind="alert" title={t('recovery.changed.title')}>
            <p>{t('recovery.changed.text', { before, total: payment.total })}</p>
          </Notice>
        ) : null}
        <p className="fineprint">
          {price === 'frozen' ? t(until ? 'recovery.frozen.until' : 'recovery.frozen', { until: until ?? '' }) : null}{' '}
          {t('recovery.stranger')}
        </p>
        <PaymentPanel<Partial<RecoveryData>> data={payment} form={form} paymentIn={paymentIn} />
      </div>
    </>
  );
}

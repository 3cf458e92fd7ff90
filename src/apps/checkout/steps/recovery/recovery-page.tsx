import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { Facts } from '../../passes/facts.tsx';
import type { MaskedBuyer } from '../../passes/masked-buyer.ts';
import type { ViewProps } from '../../web/page.ts';
import { PaymentPanel } from '../payment/payment-panel.tsx';
import type { PaymentData } from '../payment/payment.types.ts';

export interface RecoveryData {
  /** They left before paying, or what should have been charged was refused. */
  readonly kind: 'unfinished' | 'failed-charge';
  readonly product: string;
  readonly buyer: MaskedBuyer;
  readonly payment: PaymentData;
}

function paymentIn(data: Partial<RecoveryData>): PaymentData | null {
  return data.payment ?? null;
}

/** A purchase taken up again. */
export function RecoveryPage({ data, form }: ViewProps<RecoveryData>) {
  const t = useWords();
  const { kind, product, buyer, payment } = data;
  return (
    <>
      <PageTitle title={t(`recovery.${kind}.title`, { product })} text={t(`recovery.${kind}.text`, { product })} />
      <div className="stack">
        <Facts
          facts={[
            { label: t('recovery.buyer'), value: buyer.name },
            { label: t('recovery.email'), value: buyer.email },
            { label: t('recovery.total'), value: payment.total, isStrong: true },
          ]}
        />
        <p className="fineprint">{t('recovery.frozen')}</p>
        <PaymentPanel<Partial<RecoveryData>> data={payment} form={form} paymentIn={paymentIn} />
      </div>
    </>
  );
}

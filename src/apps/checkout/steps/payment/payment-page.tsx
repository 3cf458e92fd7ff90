import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { extras } from '../../payment-form/extras.ts';
import { PaymentPanel } from '../../payment-form/payment-panel.tsx';
import type { PaymentData } from '../../payment-form/payment.types.ts';
import { VoucherEntry } from '../../payment-form/voucher/voucher-entry.tsx';
import css from '../../payment-form/payment.module.css';

const itself = (data: PaymentData): PaymentData => data;
const lotsOf = ({ tickets }: PaymentData) =>
  tickets.length > 0 && extras.tickets ? <extras.tickets lots={tickets} /> : null;

/** Where the buyer chooses how to pay, and pays. */
export function PaymentPage({ data, form }: ViewProps<PaymentData>) {
  const t = useWords();
  return (
    <>
      <PageTitle above={<StepCounter />} title={t('payment.title')} />
      <div className="stack">
        <PaymentPanel<PaymentData>
          data={data}
          form={form}
          paymentIn={itself}
          above={lotsOf}
          voucherEntry={VoucherEntry}
        />
        {data.otherDevice ? (
          <p className={`fineprint ${css['links']}`}>
            <a href={data.otherDevice}>{t('payment.elsewhere')}</a>
          </p>
        ) : null}
      </div>
    </>
  );
}

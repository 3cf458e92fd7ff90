import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCount } from '../../shell/step-count.tsx';
import type { ViewProps } from '../../web/page.ts';
import { extras } from './extras.ts';
import { PaymentPanel } from './payment-panel.tsx';
import type { PaymentData } from './payment.types.ts';
import { VoucherEntry } from './voucher-entry.tsx';
import css from './payment.module.css';

const itself = (data: PaymentData): PaymentData => data;
const lotsOf = ({ tickets }: PaymentData) =>
  tickets.length > 0 && extras.tickets ? <extras.tickets lots={tickets} /> : null;

/** Where the buyer chooses how to pay, and pays. */
export function PaymentPage({ data, form }: ViewProps<PaymentData>) {
  const t = useWords();
  return (
    <>
      <PageTitle above={<StepCount />} title={t('payment.title')} />
      <div className="stack">
        <PaymentPanel<PaymentData>
          data={data}
          form={form}
          paymentIn={itself}
          above={lotsOf}
          voucherEntry={VoucherEntry}
        />
        {data.elsewhere ? (
          <p className={`fineprint ${css['links']}`}>
            <a href={data.elsewhere}>{t('payment.elsewhere')}</a>
          </p>
        ) : null}
      </div>
    </>
  );
}

import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { InvoiceDetails } from '../../account/invoices/invoice-details.tsx';
import type { InvoiceView } from '../../account/invoices/invoice.types.ts';
import type { MaskedBuyer } from '../../account/links/masked-buyer.ts';
import type { ViewProps } from '../../framework/page.ts';
import { PaymentPanel } from '../../payment-form/payment-panel.tsx';
import type { PaymentData } from '../../payment-form/payment.types.ts';

export interface InvoicePaymentData {
  readonly invoice: InvoiceView;
  readonly buyer: MaskedBuyer;
  /** The late fee as of today; null when there is none. */
  readonly lateFee: string | null;
  /** Null when the invoice was canceled. */
  readonly payment: PaymentData | null;
}

function paymentIn(data: Partial<InvoicePaymentData>): PaymentData | null {
  return data.payment ?? null;
}

/** An invoice, what it is for, and its payment methods. */
export function InvoicePaymentPage({ data, form }: ViewProps<InvoicePaymentData>) {
  const t = useWords();
  const { invoice, buyer, payment } = data;
  const { state } = invoice;
  return (
    <>
      <PageTitle title={t(`invoice-payment.${payment ? 'title' : 'canceled.title'}`)} />
      <div className="stack">
        {state === 'overdue' ? (
          <Notice kind="alert" title={t('invoice-payment.overdue.title')}>
            <p>
              {data.lateFee
                ? t('invoice-payment.overdue.fee', { due: invoice.dueOn, fee: data.lateFee, total: invoice.total })
                : t('invoice-payment.overdue.text', { due: invoice.dueOn })}
            </p>
          </Notice>
        ) : null}
        {payment ? null : (
          <Notice kind="info">
            <p>{t('invoice-payment.canceled.text')}</p>
          </Notice>
        )}
        <InvoiceDetails invoice={invoice} buyer={buyer.name} />
        {payment ? (
          <PaymentPanel<Partial<InvoicePaymentData>> data={payment} form={form} paymentIn={paymentIn} />
        ) : null}
      </div>
    </>
  );
}

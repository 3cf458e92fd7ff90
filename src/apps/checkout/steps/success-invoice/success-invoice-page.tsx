import { ButtonLink } from '#src/ui/button/button.tsx';
import { StatusPanel } from '#src/ui/layout/status-panel.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { InvoiceDetails } from '../../account/invoices/invoice-details.tsx';
import type { InvoiceView } from '../../account/invoices/invoice.types.ts';
import type { ViewProps } from '../../framework/page.ts';
import { ReceiptView } from '../../site/receipt/receipt.tsx';
import type { Receipt } from '../../site/receipt/success.types.ts';

export interface SuccessInvoiceData {
  readonly kind: 'paid' | 'refunded';
  /** Masked, both. */
  readonly email: string;
  readonly buyer: string;
  readonly invoice: InvoiceView;
  readonly receipt: Receipt;
  /** The school's own login page. */
  readonly school: string;
}

export function SuccessInvoicePage({ data }: ViewProps<SuccessInvoiceData>) {
  const t = useWords();
  const { kind, email, buyer, invoice, receipt, school } = data;
  return (
    <StatusPanel kind={kind === 'paid' ? 'success' : 'info'} title={t(`success-invoice.${kind}.title`)}>
      <p>{t(`success-invoice.${kind}.text`, { number: invoice.number, email })}</p>
      <InvoiceDetails invoice={invoice} buyer={buyer} />
      <ReceiptView receipt={receipt} />
      <ButtonLink href={school} look="secondary" rel="noreferrer">
        {t('success.school')}
      </ButtonLink>
    </StatusPanel>
  );
}

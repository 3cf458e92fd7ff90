import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { InvoiceView } from './invoice.types.ts';

/** The rows of an invoice: name and value. */
export function InvoiceDetails({ invoice, buyer }: { readonly invoice: InvoiceView; readonly buyer: string }) {
  const t = useWords();
  return (
    <DetailList
      items={[
        { label: t('invoice.number'), value: invoice.number },
        { label: t('invoice.description'), value: invoice.description },
        { label: t('invoice.buyer'), value: buyer },
        { label: t('invoice.due'), value: invoice.dueOn },
        { label: t('invoice.total'), value: invoice.total, isStrong: true },
      ]}
    />
  );
}

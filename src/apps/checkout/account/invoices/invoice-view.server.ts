import { type Invoice, invoiceById } from '#src/domain/subscriptions/invoices/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { openMagicLink, isSoldByVisit, linkExpired } from '../links/open-magic-link.server.ts';
import type { InvoiceView } from './invoice.types.ts';

/** The invoice of a link. An unknown or foreign invoice gives the same `not found` answer. */
export async function findInvoice(
  request: PageRequest,
  id: string,
  own: Readonly<Record<string, string>> = {},
): Promise<
  { readonly kind: 'found'; readonly invoice: Invoice } | Exclude<Awaited<ReturnType<typeof openMagicLink>>, null>
> {
  const refused = await openMagicLink(request, id, own);
  if (refused) return refused;
  const invoice = await invoiceById(request.ctx, id);
  return invoice && isSoldByVisit(request, invoice.session) ? { kind: 'found', invoice } : linkExpired(request);
}

/** An invoice as formatted text. */
export function invoiceView({ view }: PageRequest, { description, dueOn, state, view: order }: Invoice): InvoiceView {
  const { total, currency, reference } = order.order;
  return {
    number: reference,
    description,
    dueOn: formatLocalDate(dueOn),
    total: formatMoney({ amount: total, currency }, view.locale),
    state,
  };
}

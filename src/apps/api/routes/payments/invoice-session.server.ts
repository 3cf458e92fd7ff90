import type { FastifyRequest } from 'fastify';
import { mayViewOrder, anyLinkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { type Invoice, invoiceById } from '#src/domain/subscriptions/invoices/index.server.ts';
import { invoicePeriod } from '#src/domain/subscriptions/charging/index.server.ts';
import { sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { owedPeriod, subscriptionById } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { trialOf } from '#src/domain/checkout/trials/index.server.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';
import { readMagicLinks } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { ApiServices } from '../../api.contract.server.ts';

/** The invoice that a payment call names. */
export interface InvoiceRequest {
  /** The specification's payment type: the kind of invoice. */
  readonly type: string;
  readonly invoiceId?: string | undefined;
  /** In place of the invoice, for the first charge after a trial: the call creates that invoice. */
  readonly subscriptionId?: string | undefined;
  /** The same, by the order that began the trial. */
  readonly orderId?: string | undefined;
}

/**
 * The invoice that a call pays. Visible to a browser with a magic link to it and to the browser of the purchase; for any
 * other, and under another type than its own, `not-found`.
 */
export async function invoiceForPayment(
  services: ApiServices,
  request: FastifyRequest,
  invoiceRequest: InvoiceRequest,
): Promise<Result<Invoice, ProblemCode>> {
  const { ctx } = services;
  const browser = { hash: services.browserOf(request).hash, magicLinks: readMagicLinks(request.headers.cookie) };
  const begun = invoiceRequest.orderId === undefined ? null : await trialOf(ctx.db, invoiceRequest.orderId);
  const subscriptionId = invoiceRequest.subscriptionId ?? begun?.subscriptionId ?? null;
  const isFirst = invoiceRequest.invoiceId === undefined && subscriptionId !== null;
  if (isFirst && invoiceRequest.type !== 'first-invoice-payment') return err('not-found');
  const id = isFirst ? await firstInvoice(services, browser, subscriptionId) : ok(invoiceRequest.invoiceId ?? '');
  if (!id.ok) return id;
  const invoice = await invoiceById(ctx, id.value);
  if (!invoice || invoice.kind !== invoiceRequest.type) return err('not-found');
  const isVisible =
    isFirst ||
    (await mayViewOrder(ctx, browser, invoice.view.order.id)) ||
    (invoice.subscriptionId !== null && (await isSubscriber(services, browser, invoice.subscriptionId)));
  if (!isVisible) return err('not-found');
  return invoice.state === 'canceled' ? err('link-expired') : ok(invoice);
}

type Caller = Parameters<typeof mayViewOrder>[1];

/** Id of the invoice for the first billing period after a trial; created if there is none yet. Only for the subscriber. */
async function firstInvoice(
  services: ApiServices,
  browser: Caller,
  subscriptionId: string,
): Promise<Result<string, ProblemCode>> {
  const { ctx } = services;
  if (!(await isSubscriber(services, browser, subscriptionId))) return err('not-found');
  const period = await owedPeriod(ctx.db, subscriptionId);
  if (period?.number !== 1) return err('order-paid');
  const billed = await invoicePeriod(ctx, subscriptionId);
  if (billed.ok) return ok(billed.value.invoiceId);
  return err(billed.error === 'charge-under-way' ? 'attempt-open' : 'not-found');
}

async function isSubscriber({ ctx }: ApiServices, { hash, magicLinks }: Caller, id: string): Promise<boolean> {
  const subscription = await subscriptionById(ctx, id);
  if (!subscription) return false;
  if (await sessionOfBrowser(ctx.db, hash, { leadId: subscription.leadId })) return true;
  return anyLinkOpens(ctx, id, magicLinks);
}

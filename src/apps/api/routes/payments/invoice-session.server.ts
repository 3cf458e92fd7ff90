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

/** Which bill a payment is for, as its call names it. */
export interface InvoiceRequest {
  /** The specification's payment type: what kind of bill it is. */
  readonly type: string;
  readonly invoiceId?: string | undefined;
  /** In place of the bill, for the first charge after free time: it is written when its buyer asks for it. */
  readonly subscriptionId?: string | undefined;
  /** The same by the order that began it. */
  readonly orderId?: string | undefined;
}

/**
 * The bill that a call pays. It is there for whoever came by a link to it, or made the purchase that it follows from;
 * for everybody else, and under another type than its own, there is none.
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
  const id = isFirst ? await firstBill(services, browser, subscriptionId) : ok(invoiceRequest.invoiceId ?? '');
  if (!id.ok) return id;
  const invoice = await invoiceById(ctx, id.value);
  if (!invoice || invoice.kind !== invoiceRequest.type) return err('not-found');
  const isVisible =
    isFirst || (await mayViewOrder(ctx, browser, invoice.view.order.id)) || (await isOwn(services, browser, invoice));
  if (!isVisible) return err('not-found');
  return invoice.state === 'canceled' ? err('link-expired') : ok(invoice);
}

type Caller = Parameters<typeof mayViewOrder>[1];

/** The bill of the first term after free time, for the buyer of that; written now if it was not yet. */
async function firstBill(
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

async function isOwn(services: ApiServices, browser: Caller, { id }: Invoice): Promise<boolean> {
  const row = await services.ctx.db
    .selectFrom('invoices')
    .select('subscription_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.subscription_id ? isSubscriber(services, browser, row.subscription_id) : false;
}

async function isSubscriber({ ctx }: ApiServices, { hash, magicLinks }: Caller, id: string): Promise<boolean> {
  const subscription = await subscriptionById(ctx, id);
  if (!subscription) return false;
  if (await sessionOfBrowser(ctx.db, hash, { leadId: subscription.leadId })) return true;
  return anyLinkOpens(ctx, id, magicLinks);
}

import type { FastifyRequest } from 'fastify';
import { maySee, opensAny } from '#src/domain/capabilities/index.server.ts';
import { type Invoice, invoiceById } from '#src/domain/invoices/index.server.ts';
import { billPeriod } from '#src/domain/renewals/index.server.ts';
import { sessionOwning } from '#src/domain/sessions/index.server.ts';
import { owedPeriod, subscriptionById } from '#src/domain/subscriptions/index.server.ts';
import { trialOf } from '#src/domain/trials/index.server.ts';
import type { ProblemCode } from '#src/kernel/errors/problem-codes.ts';
import { readPasses } from '#src/kernel/http/pass-cookies.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { ApiServices } from './api.contract.server.ts';

/** Which bill a payment is for, as its call names it. */
export interface BillWish {
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
export async function billOfCall(
  services: ApiServices,
  request: FastifyRequest,
  wish: BillWish,
): Promise<Result<Invoice, ProblemCode>> {
  const { ctx } = services;
  const browser = { hash: services.browserOf(request).hash, passes: readPasses(request.headers.cookie) };
  const begun = wish.orderId === undefined ? null : await trialOf(ctx.db, wish.orderId);
  const subscriptionId = wish.subscriptionId ?? begun?.subscriptionId ?? null;
  const isFirst = wish.invoiceId === undefined && subscriptionId !== null;
  if (isFirst && wish.type !== 'first-invoice-payment') return err('not-found');
  const id = isFirst ? await firstBill(services, browser, subscriptionId) : ok(wish.invoiceId ?? '');
  if (!id.ok) return id;
  const invoice = await invoiceById(ctx, id.value);
  if (!invoice || invoice.kind !== wish.type) return err('not-found');
  const isSeen =
    isFirst || (await maySee(ctx, browser, invoice.view.order.id)) || (await isOwn(services, browser, invoice));
  if (!isSeen) return err('not-found');
  return invoice.state === 'canceled' ? err('link-expired') : ok(invoice);
}

type Caller = Parameters<typeof maySee>[1];

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
  const billed = await billPeriod(ctx, subscriptionId);
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

async function isSubscriber({ ctx }: ApiServices, { hash, passes }: Caller, id: string): Promise<boolean> {
  const subscription = await subscriptionById(ctx, id);
  if (!subscription) return false;
  if (await sessionOwning(ctx.db, hash, { leadId: subscription.leadId })) return true;
  return opensAny(ctx, id, passes);
}

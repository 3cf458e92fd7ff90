import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkVoucherGuess, redeemProofOfWork } from '#src/domain/risk/index.server.ts';
import { storedAnswerOf, pay, type PayResult } from '#src/domain/payments/index.server.ts';
import { currentQuote, type Quote, quoteById, type QuoteRequest } from '#src/domain/checkout/quotes/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { isProblemCode } from '#src/kernel/http/problems/problem.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { invoiceKinds } from '#src/domain/subscriptions/invoices/index.ts';
import { ok } from '#src/kernel/result/result.ts';
import { invoiceForPayment } from './invoice-session.server.ts';
import { separateMethods } from './joined-methods.ts';
import { type ApiApp, type ApiServices, setBrowserCookie, type Routes } from '../../api.contract.server.ts';
import { requireCaptcha } from '../captcha/require-captcha.server.ts';
import { browserOfPayment, isForBuyerOf, sessionForPayment } from './payment-session.server.ts';
import { paymentSchema, sendPayFailure, sendPayment } from './payment-response.server.ts';
import { acceptContract } from './accept-contract.server.ts';
import { isDocumentUnfitForFiscalNote, fiscalNoteProblem } from '../../fiscal-note-document.server.ts';
import { chooseLocations } from '../leads/choose-locations.server.ts';
import { id, minorUnits, operation, placesAsked, problemDocument, problems, shortText, tender } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

export const paymentBody = z.strictObject({
  sfLeadId: id.optional().describe('The lead; else name, email and phone are needed.'),
  name: z.string().max(200).optional(),
  email: z.string().max(200).optional(),
  phone: z.string().max(40).optional(),
  document: z.string().max(20).optional(),
  amount: minorUnits.describe('The amount that the buyer was shown; only compared.'),
  business: shortText,
  operation: operation.optional(),
  type: z
    .enum(invoiceKinds)
    .optional()
    .describe('`direct` buys; every other type pays an invoice of that kind, which the call names.'),
  invoiceId: id
    .optional()
    .describe('The invoice to pay; for whoever came by its link, or made the purchase that it follows.'),
  subscriptionId: id
    .optional()
    .describe(
      'In place of the invoice, with `first-invoice-payment`: the first charge after a trial, paid by its buyer.',
    ),
  orderId: id.optional().describe('In place of the subscription: the order that began its trial.'),
  captchaToken: z
    .string()
    .max(4096)
    .optional()
    .describe('A solved challenge of `/v1/proof`, where a call was answered with `captcha-needed`.'),
  acceptTrial: z
    .boolean()
    .optional()
    .describe(
      'Where the quote begins with a trial: its buyer agrees to the first charge, by the instrument named here.',
    ),
  voucher: z.string().max(60).optional(),
  paymentMethods: z
    .array(tender)
    .max(6)
    .describe(
      'One to five, which sum to the amount due; empty when a voucher covers the whole price. Parts are authorized where the method can, and captured once the whole price is there.',
    ),
  plan: shortText.optional(),
  planType: shortText.optional(),
  planId: shortText.optional(),
  quoteId: id.optional(),
  contract: z
    .strictObject({ contractId: id, label: z.string().trim().min(1).max(500) })
    .optional()
    .describe(
      'The contract that the buyer was shown for this quote, and the text beside the checkbox that they ticked.',
    ),
  ...placesAsked,
  productCode: shortText,
  seller: shortText.optional(),
  source: shortText.optional(),
});
export type PaymentBody = z.infer<typeof paymentBody>;

const trialLabel = 'payment.trial.accept';

/** Format of an Idempotency-Key, narrower than the IETF draft's. Keys do not expire. */
const keyShape = /^[\w-]{16,64}$/;

async function answer(services: ApiServices, request: FastifyRequest, body: PaymentBody, reply: FastifyReply) {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return sendProblem(reply, 'idempotency-key-missing');
  if (!keyShape.test(key)) return sendProblem(reply, 'idempotency-key-malformed');
  const browser = browserOfPayment(services, request, key, body);
  const { type = 'direct' } = body;
  const invoice = type === 'direct' ? null : await invoiceForPayment(services, request, { ...body, type });
  if (invoice && !invoice.ok) return sendProblem(reply, invoice.error);
  if (invoice && !(await isForBuyerOf(services, invoice.value.session, body)))
    return sendProblem(reply, 'lead-differs');
  const opened = invoice
    ? ok({ session: invoice.value.session, isNew: true, contact: null })
    : await sessionForPayment(services, browser.hash, body, { ip: request.ip, key });
  if (!opened.ok && opened.error.captchaLocale !== undefined)
    return requireCaptcha(services, reply, opened.error.captchaLocale);
  if (!opened.ok)
    return sendProblem(reply, opened.error.code, opened.error.problems ? { errors: opened.error.problems } : {});
  const { session, isNew, contact } = opened.value;
  if (isNew) setBrowserCookie(reply, browser);

  const named = separateMethods(body.paymentMethods);
  if (!named) return sendProblem(reply, 'tender-mix-not-offered');
  const tenders = named.map((one) => ({
    method: one.method,
    installments: one.installments ?? 1,
    ...(one.amount === undefined ? {} : { amount: BigInt(one.amount) }),
    fields: { ...(body.document === undefined ? {} : { document: body.document }), ...one.fields },
  }));
  if (
    isDocumentUnfitForFiscalNote(services, session, [body.document, ...tenders.map(({ fields }) => fields['document'])])
  )
    return sendProblem(reply, 'fields-invalid', { errors: [fiscalNoteProblem(services, session.locale)] });
  const quoteRequest = quoteRequestOf(body);
  // An invoice is paid at the quote of its order.
  const quoteId = invoice ? invoice.value.view.order.quoteId : body.quoteId;
  const asked = quoteId === undefined ? { asked: JSON.stringify([quoteRequest, body.amount]) } : {};
  const money = { sessionId: session.id, idempotencyKey: key, quoteId: quoteId ?? '', ...asked, tenders };
  const send = (result: PayResult) => {
    if (!result.ok) return sendPayFailure(services, session.locale, reply, result.error);
    if (!isNew && isFresh(services, session)) setBrowserCookie(reply, browser);
    return sendPayment(services, reply, result.value);
  };
  // With a quote in the call, `pay` looks up the stored answer itself.
  const before = quoteId === undefined ? await storedAnswerOf(services.ctx, money) : null;
  if (before) return send(before);

  const refused = await chooseLocations(services, session, body, reply, { isPaying: true });
  if (refused) return refused;
  const voucherGuesser = { ip: request.ip, browserHash: browser.hash };
  const quote =
    quoteId === undefined
      ? await checkVoucherGuess(services.ctx, voucherGuesser, body.voucher, () =>
          currentQuote(services.ctx, session, quoteRequest),
        )
      : null;
  if (quote && !quote.ok)
    return sendProblem(reply, isProblemCode(quote.error.code) ? quote.error.code : 'voucher-invalid');
  const accepted = await acceptContract(services, session, body.contract, quote?.value.id ?? money.quoteId, request.ip);
  if (!accepted) return sendProblem(reply, 'contract-not-found');
  const terms = body.acceptTrial ? await trialWords(services, session, quote?.value ?? null, body.quoteId) : null;
  if (body.captchaToken !== undefined)
    await redeemProofOfWork(services.ctx, { token: body.captchaToken, action: 'pay', browserHash: browser.hash });
  const paid = await pay(services.ctx, {
    ...money,
    visitor: browser.hash,
    ...(contact ? { contact } : {}),
    ...(terms ? { trial: terms } : {}),
    // `pay` checks a quote that the call names.
    quoteId: quote?.value.id ?? money.quoteId,
    shownAmount: BigInt(body.amount),
    browser: {
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
      language: request.headers['accept-language']?.slice(0, 60) ?? session.locale,
      ip: request.ip,
    },
  });
  return send(paid);
}

/** Time after the session's start in which a replayed answer carries the cookie again (milliseconds). */
const cookieAgainMs = 15 * 60_000;

/** Whether a replayed answer carries the browser's cookie again. Limited in time, since the cookie opens the session. */
function isFresh({ ctx }: ApiServices, { createdAt }: CheckoutSession): boolean {
  return ctx.clock.now().getTime() - createdAt.getTime() < cookieAgainMs;
}

/** The consent text of a trial accepted by a call: the words that the page shows beside its checkbox. */
async function trialWords(
  { ctx, say }: ApiServices,
  session: CheckoutSession,
  priced: Quote | null,
  quoteId = '',
): Promise<{ readonly label: string; readonly text: string } | null> {
  const quote = priced ?? (await quoteById(ctx.db, session.id, quoteId));
  if (!quote?.trial) return null;
  const { amount, firstChargeOn } = quote.trial;
  const values = {
    amount: formatMoney({ amount, currency: quote.currency }, session.locale),
    on: formatLocalDate(firstChargeOn),
  };
  return { label: trialLabel, text: say(session.locale, trialLabel, values) };
}

/** The quote request of a call. */
function quoteRequestOf({ plan, planId = plan, planType, voucher }: PaymentBody): QuoteRequest {
  return {
    ...(planId ? { planId } : {}),
    ...(planType === undefined ? {} : { planType }),
    ...(voucher === undefined ? {} : { voucher }),
  };
}

function addPayment(app: ApiApp, services: ApiServices, version: 'v1' | 'v2'): void {
  app.post(
    `/${version}/payment`,
    {
      schema: {
        summary: 'Pay',
        description:
          "Needs an `Idempotency-Key` header (16 to 64 letters, digits, `_` or `-`): the same key charges once and gets the same answer for ever, also without a cookie where the call names its buyer. The key is a secret of its caller: make it of 128 random bits. A contact that differs from the browser's lead corrects it, or is `lead-differs` where a payment is pending or captured.",
        body: paymentBody,
        response: {
          201: paymentSchema,
          202: paymentSchema,
          402: problemDocument,
          409: problemDocument,
          429: problemDocument,
          ...problems,
        },
      },
    },
    (request, reply) => answer(services, request, request.body, reply),
  );
}

export const routes: Routes = (app, services) => {
  addPayment(app, services, 'v1');
  addPayment(app, services, 'v2');
};

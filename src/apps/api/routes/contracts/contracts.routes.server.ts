import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayViewOrder, mayViewSession } from '#src/domain/customers/magic-links/index.server.ts';
import {
  type Contract,
  contractPath,
  contractForQuote,
  contractOfOrder,
  contractById,
} from '#src/domain/documents/contracts/index.server.ts';
import { checkVoucherGuess, checkContractRate } from '#src/domain/risk/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import { isProblemCode } from '#src/kernel/http/problems/problem.ts';
import { readMagicLinks } from '#src/kernel/http/cookies/magic-link-cookies.server.ts';
import type { ApiServices, Routes } from '../../api.contract.server.ts';
import { id, problemDocument, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const contractJson = z.strictObject({
  contractId: id,
  quoteId: id.describe('The quote of the contract; a payment that accepts it names the same one.'),
  locale: z.string(),
  textHash: z.string().describe('SHA-256 of `text` (UTF-8), hex.'),
  termsVersion: z.string().describe('SHA-256 of the terms that it was filled from, hex.'),
  text: z.string().describe('The whole contract, Markdown.'),
  address: z.string().describe('Path of the same as a page, for this browser.'),
  createdAt: z.iso.datetime(),
  acceptance: z
    .strictObject({ at: z.iso.datetime(), label: z.string().describe('The text beside the checkbox.') })
    .nullable()
    .describe('Null until the purchase was made.'),
});

function toJson(contract: Contract, acceptance: { at: Date; label: string } | null): z.infer<typeof contractJson> {
  return {
    contractId: contract.id,
    quoteId: contract.quoteId,
    locale: contract.locale,
    textHash: contract.textHash,
    termsVersion: contract.termsVersion,
    text: contract.text,
    address: contractPath(contract.quoteId),
    createdAt: contract.createdAt.toISOString(),
    acceptance: acceptance && { at: acceptance.at.toISOString(), label: acceptance.label },
  };
}

function browserOf(services: ApiServices, request: FastifyRequest) {
  return { hash: services.browserOf(request).hash, magicLinks: readMagicLinks(request.headers.cookie) };
}

export const routes: Routes = (app, services) => {
  const params = z.strictObject({ code: shortText });
  const response = { 409: problemDocument, 429: problemDocument, ...problems };

  app.post(
    '/v1/product/:code/contract/generate',
    {
      schema: {
        summary: "Generate the contract of a lead's purchase",
        description:
          'Fills the brand’s terms with buyer, product, price, installments, billing period, renewal and cooling-off from a frozen quote, and stores the text. The same request returns the same contract. Show it before the payment; `contract` of a payment accepts it.',
        params,
        body: z.strictObject({
          sfLeadId: id,
          business: shortText.optional(),
          quoteId: id.optional().describe('By default the current quote of this lead.'),
          planId: shortText.optional(),
          planType: shortText.optional(),
          voucher: z.string().max(60).optional(),
        }),
        response: { 201: contractJson, ...response },
      },
    },
    async (request, reply) => {
      const { sfLeadId, business, quoteId, planId, planType, voucher } = request.body;
      const voucherGuesser = { ip: request.ip, browserHash: browserOf(services, request).hash };
      const session = await sessionOfBrowser(services.ctx.db, voucherGuesser.browserHash, { leadId: sfLeadId });
      if (!session) return sendProblem(reply, 'lead-not-found');
      if (!(await checkContractRate(services.ctx, voucherGuesser))) return sendProblem(reply, 'rate-limited');
      if (session.productCode !== request.params.code || (business !== undefined && business !== session.business))
        return sendProblem(reply, 'product-not-found');
      const quoteRequest = {
        ...(planId === undefined ? {} : { planId }),
        ...(planType === undefined ? {} : { planType }),
        ...(voucher === undefined ? {} : { voucher }),
      };
      const quote =
        quoteId === undefined
          ? await checkVoucherGuess(services.ctx, voucherGuesser, voucher, () =>
              currentQuote(services.ctx, session, quoteRequest),
            )
          : null;
      if (quote && !quote.ok)
        return sendProblem(reply, isProblemCode(quote.error.code) ? quote.error.code : 'voucher-invalid');
      const made = await contractForQuote(services.ctx, session, quote?.value.id ?? quoteId ?? '');
      if (!made.ok) return sendProblem(reply, made.error === 'terms-missing' ? 'not-found' : made.error);
      return reply.code(201).header('cache-control', 'no-store').send(toJson(made.value, null));
    },
  );

  app.get(
    '/v1/product/:code/contract',
    {
      schema: {
        summary: 'Get a contract, word for word',
        description:
          'By the contract’s id, or by the order that it was accepted for. Only for the browser that began the purchase, or opened it from an e-mail’s link.',
        params,
        querystring: z.strictObject({ contractId: id.optional(), orderId: id.optional() }),
        response: { 200: contractJson, ...response },
      },
    },
    async (request, reply) => {
      const { contractId, orderId } = request.query;
      const found =
        orderId === undefined
          ? await byId(services, request, contractId ?? '')
          : await byOrder(services, request, orderId, request.params.code);
      if (!found) return sendProblem(reply, 'not-found');
      return reply.header('cache-control', 'no-store').send(found);
    },
  );
};

type Found = Promise<z.infer<typeof contractJson> | null>;

async function byId(services: ApiServices, request: FastifyRequest, contractId: string): Found {
  const contract = await contractById(services.ctx.db, contractId);
  if (!contract || !(await mayViewSession(services.ctx, browserOf(services, request), contract.sessionId))) return null;
  return toJson(contract, null);
}

async function byOrder(services: ApiServices, request: FastifyRequest, orderId: string, code: string): Found {
  if (!(await mayViewOrder(services.ctx, browserOf(services, request), orderId))) return null;
  const order = await orderById(services.ctx.db, orderId);
  const accepted = order?.productCode === code ? await contractOfOrder(services.ctx, orderId) : null;
  return accepted && toJson(accepted.contract, accepted.acceptance);
}

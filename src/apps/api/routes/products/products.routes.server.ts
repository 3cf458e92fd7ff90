import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Brand, designSystemId, findBrandForLink, findBrandForProductCode } from '#src/branding/index.server.ts';
import {
  choosePlan,
  checkVoucher,
  findPlan,
  type Plan,
  type Product,
  type Voucher,
} from '#src/domain/catalog/products/index.ts';
import { findSeller } from '#src/domain/catalog/sellers/index.ts';
import { checkVoucherGuess } from '#src/domain/risk/index.server.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import type { ApiServices, Routes } from '../../api.contract.server.ts';
import { planJson } from './plan-json.ts';
import { operation, plan, problems, shortText } from '../../schemas.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const productJson = z.strictObject({ name: z.string(), code: z.string(), plans: z.array(plan) });
const params = z.strictObject({ code: shortText });

/** Query fields that the specification allows here. Prices do not depend on this personal data, and it is never logged. */
const ignored = { leadId: shortText.optional(), email: z.string().max(80).optional(), voucher: shortText.optional() };

function voucherFor(
  services: ApiServices,
  brand: Brand,
  product: Product,
  sold: Plan,
  code: string | undefined,
): Voucher | null {
  const voucher = code === undefined ? null : services.ctx.catalog.voucher(brand.brand, brand.variant, code);
  return voucher && checkVoucher(voucher, product.code, sold, services.ctx.clock.now()).ok ? voucher : null;
}

/**
 * Plans with the voucher's price where it applies. A client over the limit of voucher guesses gets prices without a voucher,
 * so that the answer does not disclose whether it exists.
 */
async function pricedPlans(
  { ctx, browserOf }: ApiServices,
  request: FastifyRequest<{ Querystring: { voucher?: string | undefined } }>,
  plans: readonly Plan[],
  voucherOf: (sold: Plan) => Voucher | null,
) {
  const voucherGuesser = { ip: request.ip, browserHash: browserOf(request).hash };
  const priced = await checkVoucherGuess(ctx, voucherGuesser, request.query.voucher, async () => {
    const found = plans.map((sold) => ({ sold, voucher: voucherOf(sold) }));
    return found.some(({ voucher }) => voucher) ? ok(found) : err({ code: 'none' });
  });
  return (priced.ok ? priced.value : plans.map((sold) => ({ sold, voucher: null }))).map(({ sold, voucher }) =>
    planJson(sold, voucher),
  );
}

type SoldProduct = NonNullable<ReturnType<typeof findBrandForProductCode>>;

/** The product of `productId` or `product-slug` in place of the path's code; null when the brand has none. */
function namedInstead(
  { brands }: ApiServices,
  named: SoldProduct,
  { productId, 'product-slug': productSlug }: { productId?: string | undefined; 'product-slug'?: string | undefined },
): SoldProduct | null {
  const { brand } = named;
  const market = {
    ...(brand.market === 'MZ' ? { lang: 'pt-mz' } : {}),
    ...(brand.market === 'PE' ? { flowId: 'peru' } : {}),
  };
  const link = {
    ...(productSlug === undefined ? {} : { productSlug }),
    ...(productId === undefined ? {} : { product: productId }),
  };
  if (Object.keys(link).length === 0) return named;
  const found = findBrandForLink(brands, { ...market, ...link });
  return found.ok && found.value.brand.id === brand.id ? found.value : null;
}

export const routes: Routes = (app, services) => {
  app.get(
    '/v1/product/:code',
    {
      schema: {
        summary: 'Get a product with the plan of a link',
        params,
        querystring: z.strictObject({
          ...ignored,
          planType: shortText.optional(),
          productId: shortText
            .optional()
            .describe('The code or key of a product of the same brand, in place of the path’s.'),
          operation: operation.optional(),
          plan: shortText.optional(),
          referer: shortText.optional(),
          business: shortText.optional(),
          route: shortText.optional(),
          'product-slug': shortText
            .optional()
            .describe('As in a link: a product of the same brand, in place of the path’s.'),
        }),
        response: { 200: productJson, ...problems },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const named = findBrandForProductCode(services.brands, request.params.code, query.operation);
      const found = named && namedInstead(services, named, query);
      if (!found || (query.business && query.business !== found.product.business))
        return sendProblem(reply, 'product-not-found');
      const { plans: all } = found.product;
      const ofType = query.planType === undefined ? all : all.filter(({ planType }) => planType === query.planType);
      const sold = query.plan === undefined ? ofType[0] : findPlan(found.product, query.plan);
      if (!sold) return sendProblem(reply, 'plan-not-found');
      const plans = await pricedPlans(services, request, [sold], (one) =>
        voucherFor(services, found.brand, found.product, one, query.voucher),
      );
      return { name: found.product.title, code: found.product.code, plans };
    },
  );

  app.get(
    '/v2/product/:code',
    {
      schema: {
        summary: 'Get a product with its plans',
        params,
        querystring: z.strictObject({
          ...ignored,
          business: shortText.optional(),
          planTypes: z.string().max(200).optional().describe('Comma-separated.'),
          plans: z.string().max(1000).optional().describe('Plan ids, comma-separated.'),
          operation: operation.optional(),
          accountId: shortText.optional(),
          priceMode: z
            .enum(['default', 'min'])
            .optional()
            .describe("`min`: only the cheapest plan. The brand's own mode when absent."),
          seller: shortText.optional(),
          source: shortText.optional(),
          planId: shortText.optional(),
          enrollmentSubscriptionId: shortText.optional(),
        }),
        response: { 200: productJson, ...problems },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const found = findBrandForProductCode(services.brands, request.params.code, query.operation);
      if (!found || (query.business && query.business !== found.product.business))
        return sendProblem(reply, 'product-not-found');
      if (query.seller && !findSeller(found.brand.sellers, query.seller)) return sendProblem(reply, 'seller-not-found');
      const types = query.planTypes?.split(',').map((type) => type.trim());
      const ids = (query.plans ?? query.planId)?.split(',').map((one) => one.trim());
      const asked = found.product.plans.filter(
        (one) => (!types || types.includes(one.planType)) && (!ids || ids.includes(one.id)),
      );
      const plans = await pricedPlans(services, request, asked, (one) =>
        voucherFor(services, found.brand, found.product, one, query.voucher),
      );
      if (plans.length === 0) return sendProblem(reply, 'plan-not-found');
      const priceMode = query.priceMode ?? found.brand.priceMode;
      const shown = priceMode === 'min' ? plans.toSorted((a, b) => a.amount - b.amount).slice(0, 1) : plans;
      return { name: found.product.title, code: found.product.code, plans: shown };
    },
  );

  app.get(
    '/v1/product/:code/config',
    {
      schema: {
        summary: "Get the flows and theme of a product's checkout",
        params,
        querystring: z.strictObject({ planId: shortText.optional(), operation: operation.optional() }),
        response: {
          200: z.strictObject({
            checkoutFlow: z.strictObject({
              flows: z.array(
                z.strictObject({
                  id: z.string(),
                  stepsNumber: z.number().int(),
                  steps: z.array(z.looseObject({ id: z.string() })),
                }),
              ),
            }),
            designSystemId: z.string().describe('`brand$mode`'),
            gtm: z.string().nullable(),
            title: z.string(),
            hasAddressForm: z.boolean(),
          }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const found = findBrandForProductCode(services.brands, request.params.code, request.query.operation);
      if (!found) return sendProblem(reply, 'product-not-found');
      if (request.query.planId && !choosePlan(found.product, { planId: request.query.planId }))
        return sendProblem(reply, 'plan-not-found');
      const { brand } = found;
      return {
        checkoutFlow: {
          flows: brand.flows.map((flow) => ({
            id: flow.id,
            stepsNumber: flow.stepsNumber,
            steps: flow.steps.map((step) => ({ ...step })),
          })),
        },
        designSystemId: designSystemId(brand.theme),
        gtm: brand.gtm,
        title: found.product.title,
        hasAddressForm: brand.features.hasAddressForm,
      };
    },
  );
};

import type { NeutralBrand } from '#src/branding/index.server.ts';
import {
  nextStep,
  partOfStep,
  pathOf,
  previousStep,
  requestedMarket,
  withQuery,
} from '#src/domain/checkout/flows/index.ts';
import type { TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import { defaultSeller } from '#src/domain/catalog/sellers/index.ts';
import type { CheckoutView, Environment } from '../framework/page.ts';
import { isUpsellPath } from './shell/shell-rules.ts';
import type { Visit } from '../framework/page.server.ts';

/** The shared context of a page of a flow. */
export function viewOfVisit(visit: Visit, paths: TemplatePaths, environment: Environment, path: string): CheckoutView {
  const { brand, product, flow, step, seller, query } = visit;
  const next = step && nextStep(flow, step);
  const back = step && previousStep(flow, step);
  return {
    environment,
    locale: brand.locale,
    market: brand.market,
    brand: brand.brand,
    variant: brand.variant,
    brandName: brand.name,
    theme: { ...brand.theme, isMozambique: brand.market === 'MZ', isUpsell: isUpsellPath(path) },
    product: { code: product.code, title: product.title, business: product.business },
    seller: {
      id: seller.code,
      name: seller.name,
      source: query.source,
      isLiveEnabled: seller.isLiveEnabled,
      account: seller.account,
    },
    flow: {
      id: flow.id,
      step: placeOf(visit),
      next: next && withQuery(pathOf(next, paths), query.values),
      back: back && withQuery(pathOf(back, paths), query.values),
    },
    flows: { [product.code]: brand.flows.map(({ id }) => id) },
    area: query.values['area'] ?? null,
    hasAddressForm: brand.features.hasAddressForm,
    query: withQuery('', query.values),
  };
}

/** The page's number in its flow; null where it is not counted. */
function placeOf({ flow, step }: Visit): NonNullable<CheckoutView['flow']>['step'] {
  if (!step || step.currentStep === null) return null;
  const part = partOfStep(flow, step);
  return { id: step.id, number: step.currentStep, of: flow.stepsNumber, ...(part ? { part } : {}) };
}

/** The context of a page without a product: neutral name and theme, the copy of the link's market. */
export function neutralView(
  neutral: NeutralBrand,
  environment: Environment,
  query: Readonly<Record<string, string>>,
): CheckoutView {
  const { locale, country } = requestedMarket(query, query['flowId'] ?? '');
  return {
    environment,
    locale,
    market: country,
    brand: neutral.theme.brand,
    variant: null,
    brandName: neutral.name,
    theme: { ...neutral.theme, isMozambique: false, isUpsell: false },
    product: null,
    seller: { id: defaultSeller, name: null, source: 'direto', isLiveEnabled: false, account: null },
    flow: null,
    flows: {},
    area: null,
    hasAddressForm: false,
    query: withQuery('', query),
  };
}

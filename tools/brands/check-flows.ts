import type { Brand } from '#src/branding/brand.types.ts';
import type { BrandSource } from '#src/branding/files/brand-folder.server.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import { offeredMethods, voucherKey } from '#src/domain/catalog/products/index.ts';
import { lintFlow } from '#src/domain/checkout/flows/index.ts';
import type { Flow, TemplatePaths } from '#src/domain/catalog/brand-data/index.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';
import { checkLocations } from './check-locations.ts';

type Report = (problem: BrandProblem) => void;

/** The specification's methods: a plan may list each, with or without a rail for it. */
const specifiedMethods: ReadonlySet<string> = new Set([
  'credit-card',
  'debit-card',
  'pix',
  'bankslip',
  'bank-slip',
  'default-credit-card',
  'nu-pay',
  'loyalty-points',
  'credit-card-in-person',
  'pix-in-person',
  'cash',
  'cheque',
  'm-pesa',
  'credit-card+credit-card',
]);

/** Flows: steps, screens, and the vouchers and methods in them. */
export function checkFlows(brand: Brand, source: BrandSource, paths: TemplatePaths, report: Report): void {
  const vouchers = new Set(brand.vouchers.map((voucher) => voucherKey(voucher.code)));
  const methods = new Set(
    brand.products.flatMap((product) =>
      product.plans.flatMap((plan) => offeredMethods(plan).map(({ method }) => method)),
    ),
  );
  const over = brand.variant === null ? undefined : source.variants.get(brand.variant);
  for (const flow of brand.flows) {
    const owner = over?.files.has(`flows/${flow.id}.json`) ? over : source.base;
    const file = `${owner.path}/flows/${flow.id}.json`;
    const say = (key: string, message: string) => report({ file, key, message });
    for (const { key, message } of lintFlow(flow, paths)) say(key, message);
    checkNames(flow, vouchers, methods, say);
    checkLocations(flow, brand, say);
    checkClaims(flow, brand.flows, say);
  }
}

/** A route or voucher of two flows would lead to the first one only. */
function checkClaims(flow: Flow, flows: readonly Flow[], say: (key: string, message: string) => void): void {
  const earlier = flows.slice(0, flows.indexOf(flow));
  const claims = [
    ['routes', (one: Flow) => one.selectedBy.routes],
    ['vouchers', (one: Flow) => one.selectedBy.vouchers.map(voucherKey)],
  ] as const;
  for (const [name, of] of claims) {
    for (const word of of(flow)) {
      const other = earlier.find((one) => of(one).includes(word));
      if (other) say(`selectedBy.${name}`, `"${word}" already leads to the flow "${other.id}"`);
    }
  }
}

function checkNames(
  flow: Flow,
  vouchers: ReadonlySet<string>,
  methods: ReadonlySet<string>,
  say: (key: string, message: string) => void,
): void {
  for (const code of flow.selectedBy.vouchers) {
    if (!vouchers.has(voucherKey(code))) say('selectedBy.vouchers', `there is no voucher "${code}"`);
  }
  for (const { id, props } of flow.steps) {
    const at = `steps.${id}.props`;
    if (props.voucher !== undefined && !vouchers.has(voucherKey(props.voucher)))
      say(`${at}.voucher`, `there is no voucher "${props.voucher}"`);
    if (props.method !== undefined && !methods.has(props.method))
      say(`${at}.method`, `no plan offers "${props.method}"`);
  }
}

/** Payment methods: each is one of the specification's, and an active one has a gateway. */
export function checkMethods(brand: Brand, file: string, rails: readonly RailManifest[], report: Report): void {
  const known = new Set([...specifiedMethods, ...rails.flatMap(({ methods }) => methods.slice(0, 1))]);
  for (const product of brand.products) {
    for (const plan of product.plans) {
      for (const { method, active } of plan.methods) {
        const key = `products.${product.code}.plans.${plan.code}.methods.${method}`;
        const rail = rails.find(({ methods }) => methods.includes(method));
        if (!known.has(method)) report({ file, key, message: `is none of the methods ${[...known].join(', ')}` });
        else if (active && !rail) report({ file, key, message: 'is active, but no rail takes it' });
        else if (
          active &&
          rail &&
          !(rail.markets.includes(plan.market) && rail.currencies.includes(plan.price.currency))
        ) {
          report({
            file,
            key,
            message: `is active, but the rail does not serve ${plan.market} in ${plan.price.currency}`,
          });
        }
      }
    }
  }
}

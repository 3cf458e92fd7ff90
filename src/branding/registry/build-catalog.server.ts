import { type Plan, type Product, type Voucher, voucherKey } from '#src/domain/catalog/products/index.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { type Currency, money } from '#src/kernel/money/money.ts';
import type { CatalogJson } from '../files/catalog-schema.server.ts';

/** Where the product runs; a brand's ids and addresses differ by it. */
export type BrandEnvironment = 'test' | 'homolog' | 'production';

const currencyOf: Readonly<Record<Country, Currency>> = { BR: 'BRL', MZ: 'MZN', PE: 'PEN' };

type ProductJson = CatalogJson['products'][string];
type PlanJson = ProductJson['plans'][string];

/** Turns checked catalog data into products of one business, market and environment. */
export function buildProducts(
  json: CatalogJson,
  business: string,
  market: Country,
  environment: BrandEnvironment,
): Product[] {
  return Object.entries(json.products).map(([code, product]) => ({
    key: product.key,
    code,
    slugs: product.slugs,
    keepsSlug: product.keepsSlug,
    business,
    title: product.title,
    description: product.description ?? null,
    ...(product.includes === undefined ? {} : { includes: product.includes }),
    plans: Object.entries(product.plans).map(([planCode, plan]) => buildPlan(planCode, plan, market, environment)),
  }));
}

function buildPlan(code: string, plan: PlanJson, market: Country, environment: BrandEnvironment): Plan {
  const id = plan.ids[environment];
  const cycles = BigInt(plan.cycles);
  const inCurrency = (amount: number | bigint) => money(BigInt(amount), plan.currency);
  return {
    id,
    code,
    name: plan.name,
    planType: plan.planType,
    market,
    price: inCurrency(plan.price),
    standardPrice: inCurrency(plan.standardPrice ?? plan.price),
    cycles: plan.cycles,
    cyclePrice: inCurrency(plan.cyclePrice ?? (BigInt(plan.price) + cycles - 1n) / cycles),
    methods: Object.entries(plan.methods).map(([method, { active, planIds, late }]) => ({
      method,
      active,
      planId: planIds?.[environment] ?? id,
      late: late ?? null,
    })),
    installments: plan.installments ? { ...plan.installments, minimum: inCurrency(plan.installments.minimum) } : null,
    trial: plan.trial ?? null,
    ...(plan.renews === undefined ? {} : { renews: plan.renews }),
    ticketLot: plan.ticketLot ? { ...plan.ticketLot, until: instantOf(plan.ticketLot.until) } : null,
    profiles: plan.profiles.map((one) => ({ ...one, price: inCurrency(one.price) })),
    bumps: Object.entries(plan.bumps).map(([bumpCode, bump]) => ({
      code: bumpCode,
      id: bump.ids[environment],
      title: bump.title,
      description: bump.description ?? null,
      price: inCurrency(bump.price),
      standardPrice: inCurrency(bump.standardPrice ?? bump.price),
    })),
  };
}

function instantOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

export function buildVouchers(json: CatalogJson): Voucher[] {
  return Object.entries(json.vouchers).map(([code, voucher]) => {
    const terms = {
      code,
      limit: voucher.limit ?? null,
      validFrom: instantOf(voucher.validFrom),
      validUntil: instantOf(voucher.validUntil),
      plans: voucher.plans ?? null,
      products: voucher.products ?? null,
      ...(voucher.everyTerm === undefined ? {} : { everyTerm: voucher.everyTerm }),
    };
    if (voucher.kind === 'percent') return { ...terms, kind: 'percent', basisPoints: voucher.basisPoints };
    return { ...terms, kind: 'amount', amount: money(BigInt(voucher.amount), voucher.currency) };
  });
}

/** Mistakes that a shape cannot say: names that point nowhere, and ids that mean two things. `[key, message]`. */
export function checkCatalog(json: CatalogJson, market: Country): [key: string[], message: string][] {
  const found: [string[], string][] = [];
  for (const [code, product] of Object.entries(json.products)) {
    for (const [planCode, plan] of Object.entries(product.plans)) {
      const at = ['products', code, 'plans', planCode];
      if (plan.currency !== currencyOf[market])
        found.push([[...at, 'currency'], `is not ${currencyOf[market]}, the currency of ${market}`]);
      if (plan.installments && plan.installments.minimum > plan.price)
        found.push([[...at, 'installments', 'minimum'], 'is above price']);
    }
    const lots = Object.entries(product.plans).filter(([, plan]) => plan.ticketLot);
    for (const [planCode, { ticketLot }] of lots) {
      const same = lots.find(([other, plan]) => other !== planCode && plan.ticketLot?.number === ticketLot?.number);
      if (same)
        found.push([['products', code, 'plans', planCode, 'ticketLot', 'number'], `is also that of "${same[0]}"`]);
    }
  }
  const plans = new Set(Object.values(json.products).flatMap((product) => Object.keys(product.plans)));
  for (const [code, voucher] of Object.entries(json.vouchers)) {
    const at = ['vouchers', code];
    if (voucher.kind === 'amount' && voucher.currency !== currencyOf[market])
      found.push([[...at, 'currency'], `is not ${currencyOf[market]}, the currency of ${market}`]);
    for (const plan of voucher.plans ?? [])
      if (!plans.has(plan)) found.push([[...at, 'plans'], `there is no plan "${plan}"`]);
    for (const product of voucher.products ?? []) {
      if (!Object.hasOwn(json.products, product)) found.push([[...at, 'products'], `there is no product "${product}"`]);
    }
    if (
      voucher.validFrom !== undefined &&
      voucher.validUntil !== undefined &&
      new Date(voucher.validFrom) >= new Date(voucher.validUntil)
    ) {
      found.push([[...at, 'validUntil'], 'is not after validFrom']);
    }
  }
  const words = Object.keys(json.vouchers);
  for (const code of words) {
    if (words.some((other) => other !== code && voucherKey(other) === voucherKey(code)))
      found.push([['vouchers', code], 'differs from another only by case']);
  }
  return found;
}

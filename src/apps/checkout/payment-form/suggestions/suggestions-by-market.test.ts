import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SuggestionRule } from '#src/branding/index.ts';
import { offeredMethods } from '#src/domain/catalog/products/index.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import type { PaymentSuggestions } from './suggestions.types.ts';
import type { OfferedMethod } from '../payment.types.ts';

const { brands, words } = readBrandParts();
const taken = Object.values(rails);
const spoken = Object.keys(words.wordsFor(null, 'pt-BR', ['declined.'])).map((key) => key.slice('declined.'.length));

type PaymentMethods = Readonly<Record<string, readonly SuggestionRule[]>>;

/** Every decline reason that a buyer may see, and every one with a ranking in the data. */
function reasonsOf(ways: PaymentMethods): readonly string[] {
  return [...new Set([...spoken, ...Object.keys(ways)])].filter(
    (reason) => /^[a-z-]+$/.test(reason) && reason !== 'title',
  );
}

/** One reason for each ranking: pages show the same for all others of it. */
function eachRanking(ways: PaymentMethods): readonly string[] {
  return [...new Map(Object.entries(ways).map(([reason, list]) => [JSON.stringify(list), reason])).values()];
}

const plans = brands.brands.flatMap((brand) =>
  brand.products.flatMap((product) => product.plans.map((plan) => ({ brand, plan, name: `${brand.id} ${plan.id}` }))),
);

describe('the data', () => {
  test('ranks another way to pay for every reason, for every way that is refused, in every plan of every school', () => {
    expect(new Set(plans.map(({ brand }) => brand.market))).toEqual(new Set(['BR', 'MZ', 'PE']));
    const stranded = plans.flatMap(({ brand, plan, name }) => {
      const { ways, order } = brand.suggestions;
      // By rail: another method is another rail. Some cost no money, and some are open to few buyers.
      const railOf = (method: string) => taken.find(({ methods }) => methods.includes(method));
      const offered = offeredMethods(plan).flatMap(({ method }) => {
        const rail = railOf(method);
        return rail && order[brand.market]?.includes(method) && !rail.requiresLocation && !rail.hasOwnPages
          ? [rail]
          : [];
      });
      return reasonsOf(ways).flatMap((reason) => {
        const ranked = ways[reason] ?? ways['other'] ?? [];
        const ledTo = new Set(ranked.flatMap((way) => (way.kind === 'pay' ? [railOf(way.method)] : [])));
        return offered
          .filter((refused) => {
            const others = offered.filter((rail) => rail !== refused);
            return others.length > 0 && !others.some((rail) => ledTo.has(rail));
          })
          .map(({ id }) => `${name}: ${id} ${reason}`);
      });
    });
    expect(stranded).toEqual([]);
  });

  test('names only what some market of the school’s offers', () => {
    const strange = brands.brands.flatMap(({ id, suggestions }) => {
      const known = new Set(Object.values(suggestions.order).flat());
      const named = Object.values(suggestions.ways).flat();
      return named.flatMap((way) => ('method' in way && !known.has(way.method) ? [`${id}: ${way.method}`] : []));
    });
    expect(strange).toEqual([]);
  });
});

const markets = {
  MZ: {
    link: 'product=ms&lang=pt-mz&seller=marta',
    lead: { name: 'Amélia Sitoe', email: 'amelia@example.com', phone: '841234567', country: 'MZ' },
    pay: {
      ...{
        method: 'm-pesa',
        'm-pesa.phone': '841234567',
      },
    },
    price: /\d\sMT/,
    title: 'O que pode fazer agora',
    isOurs: /cart(?:ão|ões)|M-Pesa/i,
  },
  PE: {
    link: 'product=wup&flowId=peru',
    lead: { name: 'Lucía Quispe', email: 'lucia@example.com', phone: '987654321', country: 'PE' },
    pay: { method: 'pago-efectivo', 'pago-efectivo.documentType': 'dni', 'pago-efectivo.document': '71702935' },
    price: /S\/\s\d/,
    title: '¿Qué puedes hacer ahora?',
    isOurs: /tarjetas?|Yape|PagoEfectivo|cuotas/i,
  },
} as const;

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

async function refusedIn(market: keyof typeof markets): Promise<{ buyer: PayingBuyer; payment: string }> {
  const { link, lead, pay } = markets[market];
  const buyer = await payingBuyer(stage);
  const { to } = await buyer.post(`/lead?${link}`, lead);
  const payment = `/payment${to.slice(to.indexOf('?'))}`;
  buyer.world.gateway.behavior = 'decline';
  const { data } = await buyer.get(payment);
  const { quoteId, idempotencyKey, amount } = data as { quoteId: string; idempotencyKey: string; amount: number };
  const paid = await buyer.post(payment, {
    quoteId,
    key: idempotencyKey,
    amount: String(amount),
    terms: 'yes',
    ...pay,
  });
  expect(paid.form?.errors ?? {}).toEqual({});
  return { buyer, payment };
}

describe.each(['MZ', 'PE'] as const)('in %s', (market) => {
  test('every reason leads to ways that are offered there, in its words and money', async () => {
    const { price, title, isOurs } = markets[market];
    const { buyer, payment } = await refusedIn(market);
    const { methods } = (await buyer.get(payment)).data as { methods: readonly OfferedMethod[] };
    expect(methods.length).toBeGreaterThan(1);
    const ways = brands.brands.find((brand) => brand.market === market)?.suggestions.ways ?? {};
    for (const { rail, method } of methods) {
      for (const reason of eachRanking(ways)) {
        await stage.database.db.updateTable('attempts').set({ rail, method, decline_code: reason }).execute();
        const { data } = await buyer.get(payment);
        const suggestions = data['suggestions'] as PaymentSuggestions | null;
        const about = `${rail} ${reason}`;
        expect([about, suggestions?.title]).toEqual([about, title]);
        for (const option of suggestions?.options ?? []) {
          expect(`${about}: ${option.label}`).toMatch(isOurs);
          expect(`${about}: ${option.price}`).toMatch(price);
        }
        const asked = new Set(
          (suggestions?.options ?? []).map(({ href }) => new URL(href, 'https://pay.test').searchParams.get('way')),
        );
        const others = methods.filter((one) => one.rail !== rail).map((one) => one.method);
        expect([about, others.some((one) => asked.has(one))]).toEqual([about, true]);
      }
    }
  });
});

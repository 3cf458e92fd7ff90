import { describe, expect, test } from 'vitest';
import { chooseFlow, chooseVoucher, requestedMarket } from './choose-flow.ts';
import type { Flow } from '../../catalog/brand-data/flow.types.ts';

function flow(id: string, routes: string[] = [], vouchers: string[] = [], voucher?: string): Flow {
  return {
    id,
    stepsNumber: 3,
    selectedBy: { routes, vouchers },
    steps: [
      { id: 'lead', template: 'lead', next: null, currentStep: 1, props: voucher === undefined ? {} : { voucher } },
    ],
  };
}

const flows = [
  flow('default'),
  flow('offer'),
  flow('fast', ['fast']),
  flow('livelo', ['livelo', 'livelo-accrual']),
  flow('extended', [], ['ESTENDIDO']),
  flow('vip', [], [], 'vip-10'),
] as const;

describe('the flow of a link', () => {
  test.each([
    [{}, 'default'],
    [{ flowId: 'vip' }, 'vip'],
    [{ offer: 'plan-1' }, 'offer'],
    [{ offer: 'plan-1', flowId: 'default' }, 'default'],
    [{ flowId: 'unknown' }, 'default'],
    [{ route: 'fast' }, 'fast'],
    [{ route: 'FAST', flowId: 'vip' }, 'fast'],
    [{ route: 'livelo-accrual' }, 'livelo'],
    [{ route: 'elsewhere', flowId: 'vip' }, 'vip'],
    [{ voucher: ' estendido ' }, 'extended'],
    [{ voucher: 'ESTENDIDO', flowId: 'vip' }, 'extended'],
    [{ voucher: 'ESTENDIDO', route: 'fast' }, 'fast'],
    [{ voucher: 'other' }, 'default'],
  ])('%j is %s', (query, id) => {
    expect(chooseFlow(flows, query).id).toBe(id);
  });

  test('is the first one when even the default does not exist', () => {
    expect(chooseFlow([flow('only')], { flowId: 'other' }).id).toBe('only');
    expect(chooseFlow([flow('only')], { offer: 'x' }).id).toBe('only');
  });
});

test.each([
  [{ voucher: 'mine' }, 'vip', 'mine'],
  [{}, 'vip', 'vip-10'],
  [{}, 'default', null],
])('the voucher of %j in flow %s is %s', (query, id, voucher) => {
  const chosen = flows.find((one) => one.id === id) ?? flows[0];
  expect(chooseVoucher(chosen, query)).toBe(voucher);
});

test.each([
  [{}, 'default', 'pt-BR', 'BR'],
  [{ lang: 'pt-mz' }, 'default', 'pt-MZ', 'MZ'],
  [{ lang: 'PT-MZ' }, 'default', 'pt-MZ', 'MZ'],
  [{ lang: 'en' }, 'default', 'pt-BR', 'BR'],
  [{}, 'peru', 'es-PE', 'PE'],
  [{ lang: 'pt-mz' }, 'oferta-Peru-2', 'es-PE', 'PE'],
])('%j in flow %s is for %s in %s', (query, flowId, locale, country) => {
  expect(requestedMarket(query, flowId)).toEqual({ locale, country });
});

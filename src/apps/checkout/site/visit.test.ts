import { describe, expect, test } from 'vitest';
import { chooseVoucher, cleanQuery, pathOf, waitingStepNumber } from '#src/domain/checkout/flows/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { steps } from '../registry.generated.ts';
import { readVisit } from './visit.server.ts';
import type { Visit } from '../framework/page.server.ts';

const { brands } = readBrandParts();
const manifests: readonly { readonly id: string; readonly paths: readonly [string, ...string[]] }[] =
  Object.values(steps);
const paths = new Map(manifests.map(({ id, paths: [path] }) => [id, path]));

function visit(query: string, path = '/lead'): Visit {
  const read = readVisit(brands, paths, cleanQuery(new URLSearchParams(query)), path);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** Brand and flow of a link. */
function chosen(query: string): string {
  const { brand, flow } = visit(query);
  return `${brand.id} ${flow.id}`;
}

describe('the flow that a real link chooses (specification, section 4)', () => {
  test.each([
    ['flowId names it', 'product=ms&flowId=video', 'meusucesso video'],
    ['flowId goes before an offer', 'product=ms&flowId=video&offer=ms-annual-t', 'meusucesso video'],
    ['nothing is named: default', 'product=ms', 'meusucesso default'],
    ['an id that is not found: the first', 'product=ms&flowId=nothing', 'meusucesso default'],
    ['an offer is given: offer', 'product=destiny&offer=destiny-semester-t', 'instituto-destiny offer'],
    [
      'flowId goes before the flow of an offer',
      'product=destiny&offer=destiny-semester-t&flowId=pix',
      'instituto-destiny pix',
    ],
    ['an offer without a flow of that name: the first', 'product=ms&offer=ms-annual-t', 'meusucesso default'],
    ['route=pix forces it', 'product=ms&route=pix', 'meusucesso pix'],
    ['route=pix goes before flowId', 'product=ms&route=pix&flowId=video', 'meusucesso pix'],
    ['route=bankslip forces it', 'product=ms&route=bankslip', 'meusucesso bankslip'],
    ['route=bankslip goes before flowId', 'product=wup&route=bankslip&flowId=video', 'wise-up.online bankslip'],
    ['route=livelo of wup', 'product=wup&route=livelo', 'wise-up.online livelo'],
    ['route=livelo-accrual of wup', 'product=wup&route=livelo-accrual', 'wise-up.online livelo'],
    ['route=livelo of another school', 'product=ms&route=livelo', 'meusucesso default'],
    ['another route forces nothing', 'product=ms&route=campanha&flowId=video', 'meusucesso video'],
    ['the voucher of ms', 'product=ms&voucher=estendido', 'meusucesso extended'],
    ['the voucher of ms, however it is written', 'product=ms&voucher=%20EstendiDO', 'meusucesso extended'],
    ['the voucher of ms goes before flowId', 'product=ms&voucher=estendido&flowId=video', 'meusucesso extended'],
    ['the same word at another school is no voucher of a flow', 'product=at&voucher=estendido', 'aprova-total default'],
    ['Peru by the flow', 'product=wup&flowId=peru', 'wise-up.peru peru'],
    ['Mozambique by lang', 'product=ms&lang=pt-mz', 'meusucesso.mz default'],
  ])('%s', (_rule, query, expected) => expect(chosen(query)).toBe(expected));

  test('every brand that sells by a route of its own is led to it', () => {
    const forced = brands.brands.flatMap((brand) =>
      brand.flows.flatMap((flow) => flow.selectedBy.routes.map((route) => ({ brand, flow, route }))),
    );
    for (const { brand, flow, route } of forced) {
      const country =
        brand.market === 'PE' ? '&flowId=peru' : brand.market === 'MZ' ? '&lang=pt-mz' : '&flowId=default';
      expect(chosen(`product=${brand.products[0].key}&route=${route}${country}`)).toBe(`${brand.id} ${flow.id}`);
    }
    for (const route of ['pix', 'bankslip'])
      expect(forced.filter((one) => one.route === route).length).toBeGreaterThan(10);
  });
});

test('waiting for Pix is step 2 or 3 of a flow (specification, section 2)', () => {
  const counted = brands.brands.flatMap((brand) =>
    brand.flows.flatMap((flow) => {
      const payment = flow.steps.find(({ template }) => template === 'payment');
      const sells = brand.products.some(({ plans }) =>
        plans.some(({ methods }) => methods.some(({ method, active }) => active && method === 'pix')),
      );
      return payment && sells ? [{ flow: `${brand.id} ${flow.id}`, number: waitingStepNumber(flow, payment) }] : [];
    }),
  );
  expect(counted.length).toBeGreaterThan(30);
  expect(counted.filter(({ number }) => number !== 2 && number !== 3)).toEqual([]);
});

describe('what else a real link decides', () => {
  test.each([
    ['a first step with a voucher brings it', 'product=ms&flowId=black-friday', 'black-friday'],
    ['the link’s own voucher goes before it', 'product=ms&flowId=black-friday&voucher=parceiro', 'parceiro'],
    ['a first step without one brings none', 'product=ms', null],
  ])('voucher: %s', (_rule, query, voucher) => {
    const { flow, query: cleaned } = visit(query);
    expect(chooseVoucher(flow, cleaned.values)).toBe(voucher);
  });

  test.each([
    ['product=wup', 'pt-BR', 'BR'],
    ['product=wup&flowId=peru', 'es-PE', 'PE'],
    ['product=ms&lang=pt-mz', 'pt-MZ', 'MZ'],
    ['product=ms&lang=es', 'pt-BR', 'BR'],
  ])('%s speaks %s in %s', (query, locale, market) => {
    expect(visit(query).brand).toMatchObject({ locale, market });
  });

  test.each([
    ['product=ms', 'performance', 'direto'],
    ['product=ms&seller=ana&source=/campanha/%20', 'ana', 'campanha'],
    ['product=ms&partner=unidade', 'franchising', 'direto'],
    ['product=ms&partner=unidade&seller=ana', 'ana', 'direto'],
    ['product=ms&seller=query_param_seller&source=query_param', 'performance', 'direto'],
    ['product=ms&seller=&source=', 'performance', 'direto'],
  ])('%s is attributed to %s, coming from %s', (query, seller, source) => {
    const found = visit(query);
    expect([found.seller.code, found.query.source]).toEqual([seller, source]);
  });

  test.each([
    ['product=vc&flowId=vip&contactId=77', '77'],
    ['product=vc&contactId=77', undefined],
    ['product=ms&flowId=video&contactId=77', undefined],
  ])('%s keeps the contact %s', (query, contact) => {
    expect(visit(query).query.values['contactId']).toBe(contact);
  });

  test('the next route comes from the template of the step that follows', () => {
    const { flow, step } = visit('product=ms', '/lead');
    const next = flow.steps.find(({ id }) => id === step?.next);
    expect([step?.id, next && pathOf(next, paths)]).toEqual(['lead', '/payment']);
    expect(visit('product=ms', '/nowhere').step).toBeNull();
  });
});

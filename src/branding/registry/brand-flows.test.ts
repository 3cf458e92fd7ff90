import { describe, expect, test } from 'vitest';
import { offeredMethods } from '#src/domain/catalog/products/index.ts';
import { chooseFlow, requestedMarket } from '#src/domain/checkout/flows/index.ts';
import type { Flow } from '../../domain/catalog/brand-data/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { Brand } from '../brand.types.ts';
import { findBrandForLink } from './find-brand.server.ts';

/** What the specification and its brands' table say of single schools, held against their data. */

const { brands: registry, words } = readBrandParts();

function brandOf(id: string): Brand {
  const brand = registry.byId.get(id);
  if (!brand) throw new Error(`no brand ${id}`);
  return brand;
}

/** The flow that a link gets, once its brand was found. */
function flowOf(query: Readonly<Record<string, string>>): Flow {
  const found = findBrandForLink(registry, query);
  if (!found.ok) throw new Error(found.error);
  return chooseFlow(found.value.brand.flows, query);
}

const templates = ({ steps }: Flow): readonly string[] => steps.map(({ template }) => template);

function wordsOf(id: string, key: string): string {
  const brand = brandOf(id);
  return JSON.stringify(words.wordsFor(brand, brand.locale, [key])[key]);
}

describe('the way through each school', () => {
  const usual = ['lead', 'payment', 'success'];
  test.each<[link: Record<string, string>, flow: string, steps: number, templates: readonly string[]]>([
    [{ product: 'at' }, 'default', 4, ['lead', 'select-test-location', 'payment', 'success']],
    [{ product: 'at', route: 'bankslip' }, 'bankslip', 4, ['lead', 'select-test-location', 'payment', 'success']],
    [{ product: 'em' }, 'default', 3, usual],
    [{ product: 'em', productSlug: 'espcex', route: 'pix' }, 'pix', 3, usual],
    [{ product: 'medcof' }, 'default', 4, usual],
    [{ product: 'medcof', flowId: 'phone' }, 'phone', 4, ['lead', 'phone-verification', 'payment', 'success']],
    [{ product: 'medcof', flowId: 'regulamento' }, 'regulamento', 4, ['lead', 'md', 'payment', 'success']],
    [{ product: 'ms' }, 'default', 3, usual],
    [{ product: 'ms', voucher: 'Estendido' }, 'extended', 4, ['lead', 'presentation', 'payment', 'success']],
    [{ product: 'ms', lang: 'pt-mz' }, 'default', 3, usual],
    [{ product: 'ms', lang: 'pt-mz', flowId: 'trial' }, 'trial', 4, ['lead', 'presentation', 'payment', 'success']],
    [
      { product: 'ms', lang: 'pt-mz', flowId: 'welcome' },
      'welcome',
      4,
      ['lead', 'presentation', 'payment', 'subscription-welcome'],
    ],
    [{ product: 'wup' }, 'default', 3, usual],
    [
      { product: 'wup', flowId: 'upsell' },
      'upsell',
      4,
      ['lead', 'payment', 'success', 'payment-upsell', 'success-upsell'],
    ],
    [{ product: 'wup', flowId: 'peru' }, 'peru', 3, usual],
    [{ product: 'live' }, 'default', 4, ['lead', 'video', 'payment', 'success']],
    [{ product: 'exec' }, 'default', 5, ['lead', 'phone-verification', 'select-school', 'payment', 'success']],
    [{ product: 'flex' }, 'default', 4, ['lead', 'select-school', 'payment', 'success']],
    [{ product: 'teens' }, 'default', 4, ['lead', 'select-school', 'payment', 'success']],
    [{ product: 'wsp' }, 'default', 4, usual],
    [{ product: 'vc' }, 'default', 4, ['lead', 'presentation', 'payment', 'success']],
    [{ product: 'vc-vip', flowId: 'vip' }, 'vip', 4, ['lead', 'presentation', 'payment', 'success']],
    [{ product: 'trinca' }, 'default', 4, usual],
    [{ product: 'trinca', flowId: 'edital' }, 'edital', 4, ['lead', 'md', 'payment', 'success']],
    [{ product: 'trinca-oab' }, 'default', 4, ['lead', 'select-test-location', 'payment', 'success']],
    [{ product: 'destiny' }, 'default', 4, usual],
    [{ product: 'destiny', offer: 'destiny-semester-t' }, 'offer', 4, ['lead', 'custom-offer', 'payment', 'success']],
  ])('%j takes %s, of %i steps', (link, id, steps, way) => {
    const flow = flowOf(link);
    expect([flow.id, flow.stepsNumber, templates(flow)]).toEqual([id, steps, way]);
  });

  test.each(['livelo', 'livelo-accrual'])(
    'the English school online takes route=%s to the points programme',
    (route) => {
      const flow = flowOf({ product: 'wup', route });
      expect(flow.id).toBe('livelo');
      expect(templates(flow)).toEqual(expect.arrayContaining(['livelo-cpf', 'livelo-code', 'livelo-payment-method']));
    },
  );

  test('a flow that presents free time begins with it', () => {
    const presented = registry.brands.flatMap(({ id, flows }) =>
      flows
        .filter(({ steps }) => steps.some(({ props }) => props.presentation?.variant === 'trial'))
        .map((flow) => `${id} ${flow.id}`),
    );
    expect(presented).toEqual(['meusucesso.mz trial', 'meusucesso.mz welcome']);
    const free = registry.brands.flatMap(({ id, flows }) =>
      flows.filter(({ startsFree }) => startsFree).map((flow) => `${id} ${flow.id}`),
    );
    expect(free).toEqual(expect.arrayContaining(presented));
    expect(free).toEqual(expect.arrayContaining(['wise-up.live default', 'wise-up.live school']));
  });

  test('who offers a bump has a flow that shows it', () => {
    const withBumps = registry.brands.filter(({ products }) =>
      products.some(({ plans }) => plans.some((it) => it.bumps.length > 0)),
    );
    const silent = withBumps.filter(
      ({ flows }) => !flows.some((flow) => templates(flow).includes('order-bump-presentation')),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
    expect(withBumps.length).toBeGreaterThanOrEqual(8);
  });
});

describe('Mozambique', () => {
  const mozambique = brandOf('meusucesso.mz');

  test('says telemóvel, sets a password, and knows what its slip would say', () => {
    expect(wordsOf('meusucesso.mz', 'lead.phone.label')).toContain('Telemóvel');
    expect(wordsOf('meusucesso.mz', 'email.order-paid.action')).toContain('palavra-passe');
    expect(wordsOf('meusucesso.mz', 'success.bank-slip.pending.text')).toContain('2 horas');
    expect(wordsOf('meusucesso.mz', 'success.bank-slip.access')).toContain('2 dias');
    expect(mozambique.links.firstAccess).toMatch(/\/set-password$/);
  });

  test('takes M-Pesa and the card; debit card and slip have ids per environment and are off', () => {
    const [plan] = mozambique.products[0].plans;
    if (!plan) throw new Error('no plan');
    expect(offeredMethods(plan).map(({ method }) => method)).toEqual(['m-pesa', 'credit-card']);
    const off = plan.methods.filter(({ active }) => !active).map(({ method, planId }) => [method, planId]);
    expect(off).toEqual(
      expect.arrayContaining([
        ['debit-card', 'ms-mz-debit-t'],
        ['bankslip', 'ms-mz-slip-t'],
      ]),
    );
    expect(mozambique.features.hasAddressForm).toBe(true);
  });

  test.each([
    ['black-friday', 'black-friday', 1_684_800n, 140_400n],
    ['partner', 'partner-discount', 1_216_800n, 101_400n],
  ])('the flow %s presents %s: %i in all, %i a month', (id, variant, total, monthly) => {
    const flow = mozambique.flows.find((one) => one.id === id);
    expect(flow?.steps[1]?.props.presentation?.variant).toBe(variant);
    const voucher = mozambique.vouchers.find(({ code }) => code === flow?.steps[0].props.voucher);
    const price = mozambique.products[0].plans[0]?.price.amount ?? 0n;
    const off = voucher?.kind === 'percent' ? (price * BigInt(voucher.basisPoints)) / 10_000n : 0n;
    expect([price - off, (price - off) / 12n]).toEqual([total, monthly]);
  });

  test('its film has captions in its own Portuguese', () => {
    const film = mozambique.flows.find(({ id }) => id === 'video')?.steps[1]?.props.video;
    expect(film?.captions).toBe('meusucesso/variants/mz/media/apresentacao.pt-mz.vtt');
    expect(film?.transcript.join(' ')).toContain('acção');
  });
});

describe('single schools', () => {
  test('the offer after the online school’s purchase is for live classes, by sellers who may, with a chat', () => {
    const offer = flowOf({ product: 'wup', flowId: 'upsell' }).steps.find(({ props }) => props.upsell)?.props.upsell;
    expect(offer).toMatchObject({ brand: 'wise-up.live', needsLiveSeller: true });
    expect(offer?.chat).toMatch(/^https:\/\/wa\.me\/\d+$/);
  });

  test('Peru is in Spanish because its flow is called so', () => {
    expect(requestedMarket({ flowId: 'peru' }, 'peru')).toEqual({ locale: 'es-PE', country: 'PE' });
    expect(brandOf('wise-up.peru').products.flatMap(({ plans }) => plans.map(({ price }) => price.currency))).toEqual([
      'PEN',
      'PEN',
    ]);
    expect(wordsOf('wise-up.peru', 'form.document.dni')).toContain('DNI');
  });

  test('companies buy from the executive school, which has no Pix', () => {
    for (const key of ['method.card.document', 'method.bank-slip.document'])
      expect(wordsOf('wise-up.executive', key)).toContain('CNPJ da empresa');
    const ways = brandOf('wise-up.executive')
      .products[0].plans.flatMap(offeredMethods)
      .map(({ method }) => method);
    expect([...new Set(ways)]).toEqual(['credit-card', 'bankslip']);
    expect(brandOf('wise-up.executive').features.sendBffPaymentRequest.documentToNFGeneration).toBe(true);
  });

  test('the military school says its own words of a wrong phone', () =>
    expect(wordsOf('eumilitar', 'validation.phone')).not.toBe(wordsOf('medcof', 'validation.phone')));

  test.each([
    ['aprova-total', 11],
    ['a-trinca.oab', 7],
  ])('%s writes exams in %i places', (id, count) => expect(brandOf(id).testLocations).toHaveLength(count));

  test.each(['wise-up.executive', 'wise-up.flex', 'wise-up.teens'])('%s teaches in Brazil and Peru', (id) =>
    expect(new Set(brandOf(id).units.map(({ country }) => country))).toEqual(new Set(['BR', 'PE'])),
  );
});

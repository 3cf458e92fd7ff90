import { afterAll, describe, expect, test } from 'vitest';
import { type JsonTree, mergePatch } from '#src/branding/files/merge-patch.ts';
import { type Change, copyBrands, patched } from '#tests/support/fixtures/brand-copy.ts';

const brands = copyBrands();
afterAll(() => brands.remove());

const file = 'meusucesso/flows/pix.json';
const good = { brand: 'wise-up.online', product: 'wise-up-online', plan: 'annual' };

function withUpsell(upsell: JsonTree) {
  return patched({ steps: [{ id: 'lead', template: 'lead', next: null, props: { upsell } }] });
}

describe('an offer after a purchase', () => {
  test('of something that is sold has no mistake', async () => {
    expect(await brands.problemsWith(file, withUpsell(good))).not.toContain('upsell');
  });

  test.each([
    ['a brand that does not exist', { brand: 'wise-down' }, 'names a brand that does not exist'],
    ['a product of another brand', { product: 'meusucesso' }, 'names a product that the brand does not sell'],
    ['a plan that is not there', { plan: 'daily' }, 'names a plan that the product does not have'],
    [
      'a plan of another market',
      { brand: 'meusucesso.mz', product: 'meusucesso', plan: 'annual-mz' },
      'names a plan of another market',
    ],
    ['a price of nothing', { basisPoints: 10_000 }, '<=9999'],
    ['a chat without TLS', { chat: 'http://chat.example/1' }, 'must be an https address'],
  ])('with %s', async (_name, change, words) => {
    expect(await brands.problemsWith(file, withUpsell({ ...good, ...change }))).toContain(words);
  });
});

describe('the business that a step names for its plan', () => {
  const withPlan = (props: JsonTree) => patched({ steps: [{ id: 'lead', template: 'lead', next: null, props }] });

  test.each([
    [{ plan: { business: 'meusucesso' } }, false],
    [{ plan: { business: 'wiseup-online' } }, true],
    [{ plan: { business: 'wiseup-online' }, upsell: good }, false],
    [{ plan: { business: 'meusucesso' }, upsell: good }, true],
  ])('is the one that sells it: %j', async (props, isWrong) => {
    const problems = await brands.problemsWith(file, withPlan(props));
    expect(problems.includes('steps.lead.props.plan.business: is not who sells the plan')).toBe(isWrong);
  });
});

describe('an offer to another brand’s buyers', () => {
  test('that nobody takes money for is refused, by the flow that makes it', async () => {
    const debitOnly = {
      products: { 'wise-up-online': { plans: { annual: { methods: { 'debit-card': { active: true } } } } } },
    };
    const noMethods = { products: { 'wise-up-online': { plans: { annual: { methods: null } } } } };
    const unpaid: Change = (tree) => mergePatch(mergePatch(tree, noMethods), debitOnly);
    expect(await brands.problemsWith('wise-up/variants/online/catalog.json', unpaid)).toContain(
      'meusucesso/flows/upsell.json: steps.sister.props.upsell: sells something that nobody takes money for',
    );
  });

  test('of a sister in another market is refused', async () => {
    const sister = patched({ sister: { brand: 'wise-up.peru' } });
    expect(await brands.problemsWith('meusucesso/brand.json', sister)).toContain(
      'meusucesso/brand.json: sister.brand: sells in PE only',
    );
  });
});

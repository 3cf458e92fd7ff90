import { afterAll, describe, expect, test } from 'vitest';
import { type Change, copyBrands, patched } from '#tests/support/fixtures/brand-copy.ts';

const brands = copyBrands();
afterAll(() => brands.remove());

describe('places of a brand', () => {
  test.each<[string, string, Change, string]>([
    [
      'a unit in a region that the country does not have',
      'wise-up/franchises.json',
      patched({ 'sp-paulista': { region: 'LIM' } }),
      'wise-up/franchises.json: sp-paulista.region: is no region of the country',
    ],
    [
      'a unit without its address',
      'wise-up/franchises.json',
      patched({ 'sp-paulista': { address: null } }),
      'wise-up/franchises.json: sp-paulista.address: is missing',
    ],
    [
      'a test place with less than no chairs',
      'aprova-total/test-places.json',
      patched({ 'sp-santana': { capacity: -1 } }),
      'aprova-total/test-places.json: sp-santana.capacity: ',
    ],
    [
      'a choice of schools where there are none',
      'wise-up/franchises.json',
      () => '{}',
      'wise-up/flows/default.json: steps.select-school.template: has nothing to choose from: franchises.json is empty or missing',
    ],
    [
      'a choice of test places where there are none',
      'meusucesso/flows/pix.json',
      patched({ steps: [{ id: 'place', template: 'select-test-location', next: null }] }),
      'meusucesso/flows/pix.json: steps.place.template: has nothing to choose from: test-places.json is empty or missing',
    ],
  ])('%s', async (_name, file, change, message) => expect(await brands.problemsWith(file, change)).toContain(message));
});

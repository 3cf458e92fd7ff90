import { afterAll, describe, expect, test } from 'vitest';
import { type Change, copyBrands, patched } from '#tests/support/fixtures/brand-copy.ts';

const brands = copyBrands();
afterAll(() => brands.remove());
const lead = { id: 'lead', template: 'lead', next: null };

describe('flows, looks and words of a brand', () => {
  test.each<[string, string, Change, string]>([
    [
      'a flow without a voucher that it claims',
      'meusucesso/flows/extended.json',
      patched({ selectedBy: { vouchers: ['none'] } }),
      'meusucesso/flows/extended.json: selectedBy.vouchers: there is no voucher "none"',
    ],
    [
      'a step without a screen',
      'meusucesso/flows/pix.json',
      patched({ steps: [{ ...lead, template: 'leed' }] }),
      'meusucesso/flows/pix.json: steps.lead.template: there is no screen "leed"',
    ],
    [
      'a step that cannot be reached',
      'meusucesso/flows/pix.json',
      patched({ steps: [lead, { id: 'payment', template: 'payment', next: null }] }),
      'meusucesso/flows/pix.json: steps.payment: no way from the first step comes here',
    ],
    [
      'a loop without a way out',
      'meusucesso/flows/pix.json',
      patched({
        steps: [
          { ...lead, next: 'payment' },
          { id: 'payment', template: 'payment', next: 'lead' },
        ],
      }),
      'meusucesso/flows/pix.json: steps.lead: the way comes back to this step and never ends',
    ],
    [
      'a way to a step that is not there',
      'meusucesso/flows/pix.json',
      patched({ steps: [{ ...lead, next: 'paying' }] }),
      'meusucesso/flows/pix.json: steps.lead.next: there is no step "paying"',
    ],
    [
      'a route that leads to two flows',
      'eumilitar/flows/bankslip.json',
      patched({ selectedBy: { routes: ['bankslip', 'pix'] } }),
      'eumilitar/flows/pix.json: selectedBy.routes: "pix" already leads to the flow "bankslip"',
    ],
    [
      'a voucher that leads to two flows',
      'meusucesso/flows/pix.json',
      patched({ selectedBy: { vouchers: ['ESTENDIDO'] } }),
      'meusucesso/flows/pix.json: selectedBy.vouchers: "estendido" already leads to the flow "extended"',
    ],
    [
      'a path twice in a flow',
      'meusucesso/flows/pix.json',
      patched({
        steps: [
          { ...lead, next: 'again' },
          { ...lead, id: 'again' },
        ],
      }),
      'meusucesso/flows/pix.json: steps.again.template: shows at /lead',
    ],
    [
      'a step in the middle that only a link can open',
      'meusucesso/flows/pix.json',
      patched({
        steps: [
          { ...lead, next: 'renew' },
          { id: 'renew', template: 'renew', next: null },
        ],
      }),
      'meusucesso/flows/pix.json: steps.renew.template: shows at /renew/:id, which only a link can open',
    ],
    [
      'a waiting page beyond the last step',
      'medcof/flows/pix.json',
      patched({ waitingStep: 5 }),
      'medcof/flows/pix.json: waitingStep: is 5 of 4',
    ],
    [
      'a flow without its number of steps',
      'wise-up/variants/peru/flows/peru.json',
      () => '{ "steps": [] }',
      'wise-up/variants/peru/flows/peru.json: stepsNumber: is missing',
    ],
    ['a flow without steps', 'meusucesso/flows/pix.json', patched({ steps: [] }), 'meusucesso/flows/pix.json: steps'],
    [
      'a step that chooses what nobody offers',
      'meusucesso/flows/pix.json',
      patched({ steps: [{ ...lead, props: { method: 'cash' } }] }),
      'meusucesso/flows/pix.json: steps.lead.props.method: no plan offers "cash"',
    ],
    [
      'a step with a logo that is not there',
      'meusucesso/flows/pix.json',
      patched({ steps: [{ ...lead, props: { media: { logo: 'x.svg' } } }] }),
      'meusucesso/flows/pix.json: steps.lead.props.media.logo: there is no images/x.svg',
    ],
    [
      'a step with a prop that nobody reads',
      'meusucesso/flows/pix.json',
      patched({ steps: [{ ...lead, props: { color: 'red' } }] }),
      'meusucesso/flows/pix.json: steps.0.props.color: is not a known key',
    ],
    [
      'an image that is not there',
      'meusucesso/brand.json',
      patched({ favicon: 'icon.svg' }),
      'meusucesso/brand.json: favicon: there is no images/icon.svg',
    ],
    [
      'an image outside the folder',
      'meusucesso/brand.json',
      patched({ favicon: '../x.svg' }),
      'meusucesso/brand.json: favicon: must be a file name in images/',
    ],
    [
      'an image that nobody uses',
      'meusucesso/brand.json',
      patched({ logo: { light: 'logo.dark.svg' } }),
      'meusucesso/images/logo.light.svg: is used by no file of the brand',
    ],
    [
      'a script in an image',
      'meusucesso/images/favicon.svg',
      () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1" height="1"><script>1</script></svg>',
      'meusucesso/images/favicon.svg: holds a script',
    ],
    [
      'a theme without a token',
      'wise-up/theme.dark.json',
      patched({ color: { focus: null } }),
      'wise-up/theme.dark.json: color.focus: is missing',
    ],
    [
      'a pair of colors that cannot be read',
      'wise-up/theme.light.json',
      patched({ color: { 'text-muted': { $value: '{palette.cream}' } } }),
      'wise-up/theme.light.json: color.text-muted: has 1.00:1 on color.page, needs 4.5:1',
    ],
    [
      'the same in a variant, by the variant’s file',
      'meusucesso/variants/mz/theme.dark.json',
      patched({ color: { primary: { text: { $value: '{palette.plum}' } } } }),
      'meusucesso/variants/mz/theme.dark.json: color.primary.text: has',
    ],
    [
      'the same in the looks of an offer',
      'meusucesso/theme.upsell.light.json',
      patched({ color: { text: { $value: '{color.surface}' } } }),
      'meusucesso/theme.upsell.light.json: color.text: has 1.00:1 on color.surface, needs 4.5:1',
    ],
    [
      'a family without a file',
      'wise-up/fonts.json',
      patched({ faces: [] }),
      'wise-up/theme.dark.json: font: "Figtree" has no file in fonts.json',
    ],
    [
      'a word that is none of the product',
      'meusucesso/variants/mz/copy/pt-MZ.json',
      patched({ 'no.such.word': 'x' }),
      'meusucesso/variants/mz/copy/pt-MZ.json: no.such.word: is no word of the product',
    ],
    [
      'a word that one of the brand’s languages lacks',
      'wise-up/variants/peru/copy/es-PE.json',
      patched({ 'summary.heading': null }),
      'wise-up/variants/peru/copy/es-PE.json: summary.heading: is missing: wise-up/copy/pt-BR.json has words of the brand’s own',
    ],
  ])('%s is found', async (_name, file, change, problem) => {
    expect(await brands.problemsWith(file, change)).toContain(problem);
  });
});

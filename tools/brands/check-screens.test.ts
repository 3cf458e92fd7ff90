import { afterAll, describe, expect, test } from 'vitest';
import type { JsonTree } from '#src/branding/files/merge-patch.ts';
import { copyBrands, patched } from '#tests/support/fixtures/brand-copy.ts';

const brands = copyBrands();
afterAll(() => brands.remove());

/** A flow of one step, instead of one of the brand's. */
function only(template: string, props: JsonTree = {}) {
  return patched({ stepsNumber: 3, waitingStep: null, steps: [{ id: 'one', template, next: null, props }] });
}
const film = {
  sources: ['apresentacao.mp4'],
  poster: 'apresentacao.svg',
  captions: 'apresentacao.vtt',
  transcript: ['a'],
};

describe('a screen', () => {
  test.each([
    ['a film', 'meusucesso/flows/pix.json', only('video', { video: film })],
    ['a text', 'meusucesso/flows/pix.json', only('md', { markdown: 'regulamento.md' })],
    ['bumps', 'meusucesso/flows/pix.json', only('order-bump-presentation')],
    ['profiles', 'wise-up/variants/online/flows/pix.json', only('multiprofile-presentation')],
    [
      'free time',
      'meusucesso/variants/mz/flows/default.json',
      only('presentation', { presentation: { variant: 'trial' } }),
    ],
  ])('that has %s has no mistake', async (_name, file, change) => {
    expect(await brands.problemsWith(file, change)).not.toContain('steps.one');
  });

  test.each([
    ['a film', 'meusucesso/flows/pix.json', only('video'), 'video: has no props.video'],
    ['its text', 'meusucesso/flows/pix.json', only('md'), 'md: has no props.markdown'],
    [
      'a text that exists',
      'meusucesso/flows/pix.json',
      only('md', { markdown: 'nothing.md' }),
      'steps.one.props.markdown: there is no texts/nothing.md',
    ],
    [
      'a film that exists',
      'meusucesso/flows/pix.json',
      only('video', { video: { ...film, sources: ['nothing.mp4'] } }),
      'steps.one.props.video.sources: there is no media/nothing.mp4',
    ],
    [
      'bumps',
      'eumilitar/flows/pix.json',
      only('order-bump-presentation'),
      'order-bump-presentation: no plan has bumps',
    ],
    [
      'profiles',
      'meusucesso/flows/pix.json',
      only('multiprofile-presentation'),
      'multiprofile-presentation: features.json has no multiProfile',
    ],
    [
      'free time',
      'meusucesso/flows/pix.json',
      only('presentation', { presentation: { variant: 'trial' } }),
      'presentation: presents free time that not every plan has',
    ],
    [
      'a voucher',
      'meusucesso/flows/pix.json',
      patched({
        selectedBy: null,
        steps: [
          { id: 'one', template: 'presentation', next: null, props: { presentation: { variant: 'black-friday' } } },
        ],
      }),
      'presentation: presents a discount, and the flow has no voucher',
    ],
    [
      'an offer',
      'meusucesso/flows/pix.json',
      only('upsell-presentation'),
      'upsell-presentation: no step after it has props.upsell',
    ],
    [
      'a reader for what it says',
      'meusucesso/flows/pix.json',
      only('lead', { video: film }),
      'steps.one.props.video: is for the screens video, video-upsell',
    ],
  ])('without %s is refused', async (_name, file, change, words) => {
    expect(await brands.problemsWith(file, change)).toContain(words);
  });
});

import { describe, expect, test } from 'vitest';
import { pages, steps } from '../registry.generated.ts';
import type { PageManifest } from '../web/page.ts';
import { isViewPage, mayHoldContainer } from './container-rules.ts';

const all: readonly PageManifest[] = [...Object.values(steps), ...Object.values(pages)];

describe('the tag manager’s container', () => {
  test('is on pages that present something, and on no other', () => {
    expect(
      all
        .filter(mayHoldContainer)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([
      'lead',
      'multiprofile-presentation',
      'multiprofile-upsell-presentation',
      'presentation',
      'upsell-presentation',
      'video',
      'video-upsell',
    ]);
  });

  test('is on no page where money is paid or awaited', () => {
    const paying = all.filter(({ id, paths }) =>
      /payment|pix|waiting|parsing|invoice|renew|recovery/.test(`${id} ${paths.join(' ')}`),
    );
    expect(paying.length).toBeGreaterThan(8);
    expect(paying.filter(mayHoldContainer)).toEqual([]);
  });

  test('is on no page that keeps a secret, whatever the page is called', () => {
    const lead = { id: 'lead', cache: 'form' } as const;
    expect(mayHoldContainer(lead)).toBe(true);
    expect(mayHoldContainer({ ...lead, cache: 'secret' })).toBe(false);
    expect(mayHoldContainer({ ...lead, frames: 'fields' })).toBe(false);
    expect(mayHoldContainer({ ...lead, referrer: 'no-referrer' })).toBe(false);
  });

  test('tells of something looked at only before it was bought', () => {
    expect(
      all
        .map(({ id }) => id)
        .filter(isViewPage)
        .sort(),
    ).toEqual(['lead', 'multiprofile-presentation', 'presentation', 'video']);
  });
});

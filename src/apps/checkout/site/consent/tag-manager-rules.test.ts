import { describe, expect, test } from 'vitest';
import { pages, steps } from '../../registry.generated.ts';
import type { PageManifest } from '../../framework/page.ts';
import { isViewPage, allowsTagManager } from './tag-manager-rules.ts';

const all: readonly PageManifest[] = [...Object.values(steps), ...Object.values(pages)];

describe('the tag manager’s container', () => {
  test('is on pages that present something, and on no other', () => {
    expect(
      all
        .filter(allowsTagManager)
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
    expect(paying.filter(allowsTagManager)).toEqual([]);
  });

  test('is on no page that keeps a secret, whatever the page is called', () => {
    const lead = { id: 'lead', cache: 'form' } as const;
    expect(allowsTagManager(lead)).toBe(true);
    expect(allowsTagManager({ ...lead, cache: 'secret' })).toBe(false);
    expect(allowsTagManager({ ...lead, frames: 'fields' })).toBe(false);
    expect(allowsTagManager({ ...lead, referrer: 'no-referrer' })).toBe(false);
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

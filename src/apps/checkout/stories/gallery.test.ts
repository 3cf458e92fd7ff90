import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '#src/kernel/locale/locale.ts';
import { openPages, pagesHost, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import type { GalleryData } from './gallery.types.ts';
import { pages, steps } from '../registry.generated.ts';
import { pageStories, stepStories } from '../registry.stories.server.generated.ts';
import type { PageStories } from './stories.contract.server.ts';

const stories: Readonly<Record<string, PageStories>> = { ...stepStories, ...pageStories };
const ids = [...Object.keys(steps), ...Object.keys(pages)];

test.each(ids)('%s has states for the gallery', (id) => {
  expect(Object.keys(stories[id] ?? {}), `add ${id}.states.server.ts to its folder`).not.toEqual([]);
});

/** What this test's shop has no documents for, and what other pages show in its place. */
const unseen: ReadonlySet<string> = new Set(['contract/read', 'contract/accepted', 'upsell-offer/usual']);

describe('the gallery', () => {
  let stage: PagesWorld;
  beforeAll(async () => {
    stage = await openPages();
  });
  afterAll(() => stage.close());

  /** The pictures that the gallery lists for a query. */
  async function listed(query: string): Promise<string[]> {
    const { body } = await stage.get(`/gallery?${query}`);
    return [...body.matchAll(/"href":"(\/gallery\/[^"]+)"/g)].map(([, href = '']) => href);
  }

  test('shows every page of every state that it lists, in each language and mode, and writes nothing', async () => {
    const pictures: string[] = [];
    for (const locale of locales) pictures.push(...(await listed(`brand=meusucesso&mode=light&locale=${locale}`)));
    for (const brand of ['vende-c', 'wise-up.online', 'meusucesso.mz', 'wiser'])
      pictures.push(...(await listed(`brand=${brand}`)));
    expect(pictures.length).toBeGreaterThan(500);
    for (const picture of pictures) expect([picture, (await stage.get(picture)).statusCode]).toEqual([picture, 200]);
    const { db } = stage.database;
    for (const table of ['checkout_sessions', 'leads', 'quotes', 'orders'] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  });

  test('every template of every flow is in it', async () => {
    const { brands } = (await import('#tests/support/fixtures/brand-parts.server.ts')).readBrandParts();
    for (const brand of brands.brands) {
      const there = new Set((await listed(`brand=${brand.id}`)).map((href) => href.split('/')[5]));
      const wanted = brand.flows.flatMap((flow) => flow.steps.map(({ template }) => template));
      expect([brand.id, wanted.filter((id) => !there.has(id))]).toEqual([brand.id, []]);
    }
  });

  test("every state of every page is some brand's", async () => {
    const { brands } = (await import('#tests/support/fixtures/brand-parts.server.ts')).readBrandParts();
    const there = new Set<string>();
    const buyer = await payingBuyer(stage);
    // A company that keeps cards.
    Object.assign(buyer.world.gateway, { verify: () => undefined, identify: () => undefined });
    for (const brand of brands.brands) {
      const { data } = await buyer.get(`/gallery?brand=${brand.id}`);
      for (const { page, state } of (data as unknown as GalleryData).pictures) there.add(`${page}/${state}`);
    }
    const wanted = Object.entries(stories).flatMap(([id, own]) => Object.keys(own).map((name) => `${id}/${name}`));
    expect(wanted.filter((picture) => !there.has(picture) && !unseen.has(picture))).toEqual([]);
  });

  test('is framed by ourselves only, and answers nobody who asks for another host', async () => {
    const picture = '/gallery/medcof/light/pt-BR/lead/usual';
    expect((await stage.get(picture)).headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect((await stage.get(picture, { host: 'elsewhere.example' })).statusCode).toBe(404);
    expect((await stage.get('/gallery/medcof/light/pt-BR/lead/nothing')).statusCode).toBe(404);
  });

  test('is not there outside the test environment', async () => {
    for (const environment of ['production', 'homolog'] as const) {
      const app = await stage.serve({ environment });
      for (const url of ['/gallery', '/gallery/medcof/light/pt-BR/lead/usual'])
        expect((await app.inject({ url, headers: { host: pagesHost } })).statusCode).toBe(404);
    }
  });
});

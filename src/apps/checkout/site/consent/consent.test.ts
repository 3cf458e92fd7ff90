import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flagDefaults } from '#src/branding/flags/flag-names.ts';
import { knownCookie, openPages, pagesHost, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const query = 'product=vc';
const given = 'matricula-consent-vende-c=yes.123456789.1795262400';

const policyOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['content-security-policy']);

describe('a brand that counts visits', () => {
  test('asks first, and holds no container until it was answered', async () => {
    const page = await stage.get(`/lead?${query}`);
    expect(page.body).toContain(`[consent /consent?${query} /lead]`);
    expect(page.body).toContain('.consent{}');
    expect(page.body).not.toContain('gtm.js');
    expect(policyOf(page)).toContain("require-trusted-types-for 'script'");
  });

  test('holds it once the buyer agreed, under a policy of its own', async () => {
    const page = await stage.get(`/lead?${query}`, { cookie: `${knownCookie}; ${given}` });
    expect(page.body).not.toContain('[consent');
    expect(page.body).toContain('https://tags.example/gtm.js?id=GTM-VENDEC1');
    expect(page.body).toContain('"event":"view_item"');
    expect(page.body).not.toContain('</script><b');
    const policy = policyOf(page);
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic' https:\/\/tags\.example;/);
    expect(policy).toContain("connect-src 'self' https://tags.example;");
    expect(policy).toContain("img-src 'self' data: https://tags.example;");
    expect(policy).not.toContain('trusted-types');
  });

  test.each(['/payment', '/success', '/generic-error', '/consent'])(
    'holds none on %s, and does not ask there',
    async (path) => {
      for (const cookie of [knownCookie, `${knownCookie}; ${given}`]) {
        const page = await stage.get(`${path}?${query}`, { cookie });
        expect(page.body).not.toMatch(/gtm\.js|\[consent \//);
        expect(policyOf(page)).not.toContain('tags.example');
      }
    },
  );

  test('neither asks nor counts after a no', async () => {
    const page = await stage.get(`/lead?${query}`, { cookie: `${knownCookie}; matricula-consent-vende-c=no` });
    expect(page.body).not.toMatch(/gtm\.js|\[consent \//);
  });

  test('does neither while the tag manager is switched off', async () => {
    const app = await stage.serve({ flags: { of: () => ({ ...flagDefaults, 'tag-manager': false }) } });
    for (const cookie of [knownCookie, `${knownCookie}; ${given}`]) {
      const page = await app.inject({ url: `/lead?${query}`, headers: { host: pagesHost, cookie } });
      expect(page.statusCode).toBe(200);
      expect(page.body).not.toMatch(/gtm\.js|\[consent \//);
    }
  });

  test('takes no yes that was said to another', async () => {
    const cookie = `${knownCookie}; matricula-consent-meusucesso=yes.123456789.1795262400`;
    expect((await stage.get(`/lead?${query}`, { cookie })).body).not.toContain('gtm.js');
  });
});

test('a brand that counts nothing asks nothing', async () => {
  const page = await stage.get('/lead?product=wup', {
    cookie: `${knownCookie}; matricula-consent-wise-up=yes.1.1795262400`,
  });
  expect(page.body).not.toMatch(/gtm\.js|\[consent \//);
});

describe('the answer', () => {
  const sessions = () =>
    stage.database.db.selectFrom('checkout_sessions').select(['id', 'brand', 'analytics_client_id']).execute();

  test('yes is kept in a cookie, with the session, and as evidence; the buyer comes back to the page', async () => {
    const answer = await stage.post(`/consent?${query}`, { choice: 'yes', to: '/lead' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/lead?${query}`]);
    const cookie = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('matricula-consent'));
    const clientId = /^matricula-consent-vende-c=yes\.(\d+\.\d+);/.exec(cookie ?? '')?.[1];
    expect(clientId).toBeDefined();
    const kept = await stage.database.db.selectFrom('consents').selectAll().where('kind', '=', 'analytics').execute();
    expect(kept).toMatchObject([
      { accepted: true, label: 'consent.text', text_hash: expect.stringMatching(/^[\w-]{40,}$/) },
    ]);
    await stage.get(`/lead?${query}`, { cookie: `${knownCookie}; matricula-consent-vende-c=yes.${clientId}` });
    expect((await sessions()).map(({ brand }) => brand)).toEqual(['vende-c']);
  });

  test('no is kept as well, and takes everything back', async () => {
    const answer = await stage.post(`/consent?${query}`, { choice: 'no', to: '/lead' });
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookies.some((one) => one.startsWith('matricula-consent-vende-c=no;'))).toBe(true);
    expect(cookies).toContain('_ga=; Path=/; Max-Age=0');
    expect((await sessions()).every((one) => one.analytics_client_id === null)).toBe(true);
  });

  test('can be looked at and changed at any time', async () => {
    const page = await stage.get(`/consent?${query}`, { cookie: `${knownCookie}; ${given}` });
    expect(page.body).toContain('[consent]{"data":{"answer":"given"}');
  });

  test.each([
    [{ choice: 'maybe' }, 422, undefined],
    [{}, 422, undefined],
    [{ choice: 'no', to: 'https://evil.example' }, 303, `/consent?${query}`],
    [{ choice: 'no', to: '//evil.example' }, 303, `/consent?${query}`],
  ])('%j', async (form, status, location) => {
    const answer = await stage.post(`/consent?${query}`, form);
    expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
  });
});

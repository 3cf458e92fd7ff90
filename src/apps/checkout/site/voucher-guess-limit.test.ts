import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catalogPort } from '#src/branding/index.server.ts';
import { riskLimits } from '#src/domain/risk/index.server.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';
import { openPages, pagesHost, pagesOrigin, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
let app: FastifyInstance;
beforeAll(async () => {
  stage = await openPages();
  const { ctx, clock } = createDomainWorld(stage.database, { catalog: catalogPort(readBrandParts().brands) });
  // Guesses are counted per clock hour.
  avoidHourEnd(clock);
  app = await stage.serve({ ctx: { ...ctx, config: { ...ctx.config, risk: { countsPrivateAddresses: true } } } });
});
afterAll(() => stage.close());

const person = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567', country: 'BR' };
/** The voucher selects the flow, and lowers the price. */
const begun = '?product=ms&voucher=estendido';
const lowered = '"voucher":{"code"';

let browser = 0;
let headers: Record<string, string> = {};
beforeEach(() => {
  browser += 1;
  headers = {
    host: pagesHost,
    origin: pagesOrigin,
    'sec-fetch-site': 'same-origin',
    cookie: `matricula=${String(browser).padStart(43, 'b')}`,
  };
});
const get = (url: string) => app.inject({ url, headers });
const post = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const guess = async () => {
  for (let index = 0; index <= riskLimits.vouchers.browser; index += 1)
    await get(`/lead?product=ms&voucher=none-${index}`);
};
const sessions = async () => {
  const { rows } = await stage.database.pool.query<{ flow: string; word: string | null }>(
    "select flow_id as flow, link->>'voucher' as word from checkout_sessions where browser_hash = $1 order by flow_id",
    [sha256(String(browser).padStart(43, 'b'))],
  );
  return rows;
};

describe('a browser whose words are spent', () => {
  test('goes on with the purchase that it began with a word, at its price', async () => {
    expect((await post(`/lead${begun}`, person)).headers.location).toContain('/presentation');
    expect((await get(`/payment${begun}`)).body).toContain(lowered);
    await guess();
    const after = await get(`/payment${begun}`);
    expect([after.statusCode, after.body.includes(lowered)]).toEqual([200, true]);
    expect((await get(`/presentation${begun}`)).statusCode).toBe(200);
    await post(`/lead${begun}`, person);
    expect(await sessions()).toEqual([{ flow: 'extended', word: 'estendido' }]);
  });

  test('begins another in the flow of its link, at the price without a word', async () => {
    await guess();
    expect((await post(`/lead${begun}`, person)).headers.location).toContain('/presentation');
    const page = await get(`/payment${begun}`);
    expect([page.statusCode, page.body.includes(lowered)]).toEqual([200, false]);
    expect(await sessions()).toEqual([{ flow: 'extended', word: null }]);
  });

  test('brings no further word into its purchase, by whichever page', async () => {
    await post('/lead?product=ms', person);
    await guess();
    await post('/consent?product=ms&voucher=parceiro', { choice: 'no', to: '/lead' });
    await post('/lead?product=ms&voucher=parceiro', person);
    expect(await sessions()).toEqual([{ flow: 'default', word: null }]);
  });
});

import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardFieldsServer, startCardFields } from './card-fields.server.ts';
import { buildCardFields } from '#tests/support/browser/build-card-fields.ts';

const parent = 'http://checkout.test';
const folder = await mkdtemp(path.join(os.tmpdir(), 'card-fields-looks-'));
const { publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
const bank = 'https://bank.example';
const range = { startRange: '4000000000001000', endRange: '4000000000001999' };
const published: Readonly<Record<string, object>> = {
  '/jwks.json': { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', use: 'enc', alg: 'RSA-OAEP-256' }] },
  '/card-ranges.json': {
    cardRangeData: [
      { ...range, threeDSMethodURL: `${bank}/method` },
      { ...range, threeDSMethodURL: 'https://stranger.example/method' },
      { ...range, threeDSMethodURL: `${bank}.stranger.example/method` },
      { ...range, threeDSMethodURL: 'no-address' },
      { ...range, threeDSMethodURL: 'javascript:alert(1)' },
      { ...range, endRange: '4', threeDSMethodURL: `${bank}/method` },
      { startRange: '5200000000001000', endRange: '5200000000001999' },
      null,
    ],
  },
};
const acquirer = createServer((request, response) => {
  response.end(JSON.stringify(published[request.url ?? ''] ?? {}));
});
let acquirerUrl = '';
let seer: CardFieldsServer;

/** A gateway with key encryption and 3DS Method ranges. */
function start(origins: readonly string[]): Promise<CardFieldsServer> {
  const looks = { rangesUrl: `${acquirerUrl}/card-ranges.json`, origins };
  return startCardFields({
    port: 0,
    host: '127.0.0.1',
    checkoutOrigins: [parent, 'https://other.test'],
    themeCss: () => null,
    cardTokenizations: { first: { kind: 'jwe', keySetUrl: `${acquirerUrl}/jwks.json`, looks } },
    assetsDir: folder,
  });
}

beforeAll(async () => {
  await buildCardFields(folder);
  await new Promise<void>((resolve) => acquirer.listen(0, '127.0.0.1', resolve));
  const address = acquirer.address();
  acquirerUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  seer = await start([bank]);
});
afterAll(async () => {
  await seer.close();
  acquirer.close();
  await rm(folder, { recursive: true, force: true });
});

describe('where banks look at the browser', () => {
  test('their known origins may be framed and posted to, and no other', async () => {
    const policy =
      (await fetch(`${seer.origin}/?${new URLSearchParams({ parent })}`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(
      `; frame-src 'self' ${bank}; frame-ancestors ${parent}; base-uri 'none'; form-action ${bank}; `,
    );
  });

  test('the page hears only of ranges that name a page of a known origin', async () => {
    const blind = await start([]);
    const looks = async ({ origin }: CardFieldsServer) => (await (await fetch(`${origin}/keys`)).json()).looks;
    expect(await looks(seer)).toEqual([{ from: range.startRange, to: range.endRange, url: `${bank}/method` }]);
    expect(await looks(blind)).toEqual([]);
    await blind.close();
  });

  const end = (data: unknown): Promise<Response> =>
    fetch(`${seer.origin}/look-end`, {
      method: 'POST',
      body: new URLSearchParams({
        threeDSMethodData: Buffer.from(JSON.stringify(data)).toString('base64url'),
      }),
    });

  test('a look ends on a page that tells only the page of ours around it', async () => {
    const transaction = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e';
    const answer = await end({ threeDSServerTransID: transaction });
    const html = await answer.text();
    const nonce = /script nonce="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(html).toContain(`parent.postMessage('${transaction}', location.origin)`);
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'self' ${parent} https://other.test; base-uri 'none'; form-action 'none'; report-uri /policy-reports`,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['nothing', null],
    ['no transaction', {}],
    ['script in its place', { threeDSServerTransID: "');alert(1);//" }],
    ['a number', { threeDSServerTransID: 4 }],
  ])('%s ends nothing', async (_, data) => {
    const answer = await end(data);
    expect([answer.status, await answer.text()]).toEqual([400, '']);
  });
});

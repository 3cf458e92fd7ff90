import { once } from 'node:events';
import http from 'node:http';
import type { BrowserContextOptions } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cardToken, chargeOf, factIn, referenceTo } from '#tests/gateways/suite/charges.server.ts';
import { visitSandbox } from '#tests/support/http/sandbox-visitor.server.ts';

const visitor = visitSandbox();

describe('the bank’s question in the shop’s frame', () => {
  let shop: http.Server;
  let origin = '';
  let ended: string[] = [];
  let form = '';

  beforeAll(async () => {
    shop = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'POST') ended.push(Buffer.concat(chunks).toString());
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(request.method === 'POST' ? '<p>De volta à loja</p>' : form);
      });
    });
    shop.listen(0, '127.0.0.1');
    await once(shop, 'listening');
    const address = shop.address();
    origin = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterEach(() => {
    ended = [];
  });
  afterAll(() => {
    shop.closeAllConnections();
    shop.close();
  });

  async function ask(options: BrowserContextOptions = {}) {
    const token = await cardToken(visitor.sandboxWorld, '4000000000001091');
    const charge = chargeOf(visitor.sandboxWorld, {
      details: { cardToken: token },
      challengeReturnUrl: `${origin}/end`,
    });
    const { nextAction } = factIn(await visitor.cardGateway().start(charge));
    form = `<iframe name="bank" width="400" height="620"></iframe><form method="post" target="bank" action="${nextAction?.url ?? ''}"><input name="creq" value="${nextAction?.fields['creq'] ?? ''}"><button>go</button></form>`;
    const page = await visitor.open(origin, options);
    await page.getByRole('button', { name: 'go' }).click();
    return { charge, page, bank: page.frameLocator('iframe') };
  }

  test.each([
    ['Sou eu, confirmar', 'captured', true],
    ['Não reconheço a compra', 'declined', true],
    ['Sair sem responder', 'awaiting-buyer', false],
  ])('%s', async (button, state, tellsTheShop) => {
    const { charge, bank } = await ask();
    await bank.getByRole('button', { name: button }).click();
    await bank.getByText(tellsTheShop ? 'De volta à loja' : 'Você saiu sem responder').waitFor();
    expect(factIn(await visitor.cardGateway().find(referenceTo(charge))).state).toBe(state);
    expect(ended.map((body) => body.startsWith('cres='))).toEqual(tellsTheShop ? [true] : []);
  });

  test('goes back by a button where no script runs', async () => {
    const { bank } = await ask({ javaScriptEnabled: false });
    await bank.getByRole('button', { name: 'Sou eu, confirmar' }).click();
    await bank.getByRole('button', { name: 'Continuar' }).click();
    await bank.getByText('De volta à loja').waitFor();
    expect(ended).toHaveLength(1);
  });
});

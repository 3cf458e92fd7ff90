import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import nodemailer from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#src/apps/outside-world/accounts.server.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { createSlipBankGateway } from '#src/gateways/slip-bank/gateway.server.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import { cardToken, chargeOf, factIn, referenceTo } from '#tests/gateway-suite/charges.server.ts';
import { openOutsideStage, type OutsideStage } from '#tests/gateway-suite/outside-stage.server.ts';
import { launchChromium } from '#tests/support/chromium.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { pix, slip, acquirer } = sandboxSecrets;
let stage: OutsideStage;
let browser: Browser;
let pages: Page[] = [];

beforeAll(async () => {
  stage = await openOutsideStage();
  browser = await launchChromium();
});
afterEach(async () => {
  for (const page of pages) await page.context().close();
  pages = [];
});
afterAll(async () => {
  await browser.close();
  await stage.close();
});

async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  pages.push(page);
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) throw new Error(message.text());
  });
  await page.goto(path.startsWith('http') ? path : `${stage.world.origin}${path}`);
  return page;
}

const pixGateway = (): GatewayPort =>
  createPixGateway({
    baseUrl: `${stage.world.origin}/pix-bank`,
    clientId: pix.clientId,
    clientSecret: pix.clientSecret,
    key: pix.key,
    notificationKeys: [],
    clock: stage.clock,
  });
const slipGateway = (): GatewayPort =>
  createSlipBankGateway({
    baseUrl: `${stage.world.origin}/slip-bank`,
    user: slip.user,
    secret: slip.secret,
    notificationKeys: [],
    clock: stage.clock,
  });
const cardGateway = (): GatewayPort =>
  createTestAcquirerGateway({
    baseUrl: `${stage.world.origin}/acquirer`,
    merchant: acquirer.merchant,
    secret: acquirer.secret,
    notificationKeys: [],
    clock: stage.clock,
  });

const textOf = (instructions: unknown, name: string): string => {
  const parts = typeof instructions === 'object' && instructions !== null ? Object.entries(instructions) : [];
  return String(parts.find(([key]) => key === name)?.[1]);
};

async function pixCharge() {
  const charge = chargeOf(stage);
  return { charge, code: textOf(factIn(await pixGateway().start(charge)).instructions, 'brCode') };
}

async function slipCharge() {
  const charge = chargeOf(stage, { expiresAt: new Date(stage.clock.now().getTime() + 3 * 86_400_000) });
  return { charge, line: textOf(factIn(await slipGateway().start(charge)).instructions, 'line') };
}

describe('without JavaScript, with the keyboard', () => {
  const plain: BrowserContextOptions = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };

  test('a Pix code is pasted, looked at and paid', async () => {
    const { charge, code } = await pixCharge();
    const page = await openPage('/pix-bank/pay', plain);
    await page.getByLabel('Pix copia e cola').fill(code);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('R$ 1.140,00').waitFor();
    await page.getByRole('button', { name: 'Pagar agora' }).press('Enter');
    await page.getByRole('heading', { name: 'Pix enviado' }).waitFor();
    expect(factIn(await pixGateway().find(referenceTo(charge))).state).toBe('captured');
    await page.reload();
    expect(factIn(await pixGateway().find(referenceTo(charge))).movements).toHaveLength(1);
  });

  test('a wrong code is told beside the field, which keeps it', async () => {
    const { code } = await pixCharge();
    const page = await openPage('/pix-bank/pay', plain);
    await page.getByLabel('Pix copia e cola').fill(code.replace('Escola', 'Escole'));
    await page.getByRole('button', { name: 'Continuar' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('foi alterado');
    expect(await page.getByLabel('Pix copia e cola').inputValue()).toContain('Escole');
  });

  test('an expired Pix is refused, and paid when the buyer insists; twice and another amount too', async () => {
    const { charge, code } = await pixCharge();
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 1_801 });
    const page = await openPage(`/pix-bank/pay?code=${encodeURIComponent(code)}`, plain);
    expect(await page.getByText('O prazo desta cobrança acabou.').count()).toBe(1);
    await page.getByRole('button', { name: 'Pagar mesmo assim' }).click();
    await page.goto(`${stage.world.origin}/pix-bank/pay?code=${encodeURIComponent(code)}`);
    await page.getByRole('button', { name: 'Pagar duas vezes' }).click();
    await page.goto(`${stage.world.origin}/pix-bank/pay?code=${encodeURIComponent(code)}`);
    await page.getByLabel('Outro valor, em reais').fill('1.000,5');
    await page.getByRole('button', { name: 'Pagar este valor' }).click();
    const { movements } = factIn(await pixGateway().find(referenceTo(charge)));
    expect(movements.map(({ amount }) => amount)).toEqual([114_000n, 114_000n, 114_000n, 100_050n]);
  });

  test('a slip is paid by its line', async () => {
    const { charge, line } = await slipCharge();
    const page = await openPage('/slip-bank/pay', plain);
    await page.getByLabel('Linha digitável').fill(line);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Pagar agora' }).click();
    await page.getByRole('heading', { name: 'Boleto pago' }).waitFor();
    expect(factIn(await slipGateway().find(referenceTo(charge))).state).toBe('captured');
  });

  test('the clock and the weather obey their forms', async () => {
    const page = await openPage('/sandbox/clock', plain);
    const before = stage.clock.now().getTime();
    await page.getByRole('button', { name: '1 hora' }).click();
    expect(stage.clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000);
    await page.goto(`${stage.world.origin}/sandbox/weather`);
    await page.getByLabel('O quê').selectOption('acquirer slow');
    await page.getByLabel('Quantas vezes').fill('2');
    await page.getByRole('button', { name: 'Acrescentar' }).click();
    expect(await page.getByRole('row', { name: /Adquirente slow 2 vezes/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Limpar o céu' }).click();
    expect(await page.getByText('Céu limpo').count()).toBe(1);
  });
});

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
    const token = await cardToken(stage, '4000000000001091');
    const charge = chargeOf(stage, { details: { cardToken: token }, challengeReturnUrl: `${origin}/end` });
    const { nextAction } = factIn(await cardGateway().start(charge));
    form = `<iframe name="bank" width="400" height="620"></iframe><form method="post" target="bank" action="${nextAction?.url ?? ''}"><input name="creq" value="${nextAction?.fields['creq'] ?? ''}"><button>go</button></form>`;
    const page = await openPage(origin, options);
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
    expect(factIn(await cardGateway().find(referenceTo(charge))).state).toBe(state);
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

describe('every page', () => {
  const paths: { name: string; path: string }[] = [];

  beforeAll(async () => {
    const { code } = await pixCharge();
    const { line } = await slipCharge();
    const { charge } = await pixCharge();
    await stage.ask('POST', '/sandbox/pix/pay', { code });
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: stage.world.smtpPort });
    await transport.sendMail({
      from: 'escola@example.com',
      to: 'ana@example.com',
      subject: 'Bem-vinda',
      text: 'Olá',
      html: '<h1>Olá</h1><a href="https://escola.example/">Entrar</a>',
    });
    transport.close();
    const { json } = await stage.ask('GET', '/sandbox/inbox.json');
    const mailId = /"id":"([^"]+)"/.exec(JSON.stringify(json))?.[1] ?? '';
    await stage.weather({ target: 'notifications', mode: 'duplicate', count: 2 });
    const unpaid = factIn(await pixGateway().find(referenceTo(charge)));
    paths.push(
      { name: 'front', path: '/sandbox' },
      { name: 'pix-start', path: '/pix-bank/pay' },
      { name: 'pix-wrong', path: '/pix-bank/pay?code=nonsense' },
      { name: 'pix-confirm', path: `/pix-bank/pay?code=${encodeURIComponent(textOf(unpaid.instructions, 'brCode'))}` },
      { name: 'pix-paid', path: `/pix-bank/pay?code=${encodeURIComponent(code)}` },
      { name: 'slip-start', path: '/slip-bank/pay' },
      { name: 'slip-confirm', path: `/slip-bank/pay?line=${line}` },
      { name: 'inbox', path: '/sandbox/inbox' },
      { name: 'mail', path: `/sandbox/inbox/${mailId}` },
      { name: 'clock', path: '/sandbox/clock' },
      { name: 'weather', path: '/sandbox/weather' },
      { name: 'book', path: '/sandbox/book' },
    );
  });

  test.each(['light', 'dark'] as const)('is clean to axe and fits a small phone, %s', async (colorScheme) => {
    for (const { name, path } of paths) {
      const page = await openPage(path, { colorScheme, viewport: { width: 360, height: 740 }, bypassCSP: true });
      await page.addScriptTag({ content: axeSource });
      const found = await page.evaluate<AxeResults>('axe.run(document)');
      expect({ name, wrong: found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`) }).toEqual({
        name,
        wrong: [],
      });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect({ name, overflow: Math.max(0, overflow) }).toEqual({ name, overflow: 0 });
      const shots = process.env['SCREENSHOTS'];
      if (shots) await page.screenshot({ path: `${shots}/${name}-${colorScheme}-360.png`, fullPage: true });
      if (shots) await page.setViewportSize({ width: 1280, height: 800 });
      if (shots) await page.screenshot({ path: `${shots}/${name}-${colorScheme}-1280.png` });
      await page.context().close();
      pages = [];
    }
  });

  test('forbids scripts and everything from elsewhere', async () => {
    for (const { path } of paths) {
      const { headers } = await fetch(`${stage.world.origin}${path}`, { headers: { accept: 'text/html' } });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src|unsafe|https?:/);
    }
  });

  test('is not served under another name, nor to forms of other sites', async () => {
    const { port } = new URL(stage.world.origin);
    const asked = async (options: http.RequestOptions): Promise<number | undefined> => {
      const request = http.request({ host: '127.0.0.1', port, path: '/sandbox/clock', ...options }).end();
      const [response]: http.IncomingMessage[] = await once(request, 'response');
      response?.resume();
      return response?.statusCode;
    };
    expect(await asked({ headers: { host: 'evil.example' } })).toBe(421);
    expect(await asked({ method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
    expect(await asked({})).toBe(200);
  });
});

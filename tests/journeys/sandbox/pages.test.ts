/** @module-tag deep */
import { once } from 'node:events';
import http from 'node:http';
import nodemailer from 'nodemailer';
import { beforeAll, describe, expect, test } from 'vitest';
import { factIn, referenceTo } from '#tests/gateways/suite/charges.server.ts';
import { axe } from '#tests/support/browser/axe.ts';
import { visitSandbox } from '#tests/support/http/sandbox-visitor.server.ts';

const visitor = visitSandbox();

/** Pages with card numbers that a script of theirs copies. */
const pagesWithNumbers: ReadonlySet<string> = new Set(['/sandbox', '/pagarme/panel']);

describe('every page', () => {
  const paths: { name: string; path: string }[] = [];

  beforeAll(async () => {
    const { code } = await visitor.pixCharge();
    const { line } = await visitor.slipCharge();
    const { charge } = await visitor.pixCharge();
    await visitor.sandboxWorld.ask('POST', '/sandbox/pix/pay', { code });
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: visitor.sandboxWorld.world.smtpPort });
    await transport.sendMail({
      from: 'escola@example.com',
      to: 'ana@example.com',
      subject: 'Bem-vinda',
      text: 'Olá',
      html: '<h1>Olá</h1><a href="https://escola.example/">Entrar</a>',
    });
    transport.close();
    const { json } = await visitor.sandboxWorld.ask('GET', '/sandbox/inbox.json');
    const mailId = /"id":"([^"]+)"/.exec(JSON.stringify(json))?.[1] ?? '';
    await visitor.sandboxWorld.faults({ target: 'notifications', mode: 'duplicate', count: 2 });
    const unpaid = factIn(await visitor.pixGateway().find(referenceTo(charge)));
    paths.push(
      { name: 'front', path: '/sandbox' },
      { name: 'pix-start', path: '/pix-bank/pay' },
      { name: 'pix-wrong', path: '/pix-bank/pay?code=nonsense' },
      {
        name: 'pix-confirm',
        path: `/pix-bank/pay?code=${encodeURIComponent(String(unpaid.instructions?.['brCode']))}`,
      },
      { name: 'pix-paid', path: `/pix-bank/pay?code=${encodeURIComponent(code)}` },
      { name: 'slip-start', path: '/slip-bank/pay' },
      { name: 'slip-confirm', path: `/slip-bank/pay?line=${line}` },
      { name: 'yape-start', path: '/culqi/yape' },
      { name: 'yape-app', path: '/culqi/yape?phone=987654321' },
      { name: 'agent-start', path: '/culqi/agent' },
      { name: 'agent-wrong', path: '/culqi/agent?cip=1' },
      { name: 'inbox', path: '/sandbox/inbox' },
      { name: 'mail', path: `/sandbox/inbox/${mailId}` },
      { name: 'clock', path: '/sandbox/clock' },
      { name: 'weather', path: '/sandbox/weather' },
      { name: 'book', path: '/sandbox/book' },
      { name: 'receiver', path: '/sandbox/receiver' },
    );
  });

  test.each(['light', 'dark'] as const)('is clean to axe and fits a small phone, %s', async (colorScheme) => {
    for (const { name, path } of paths) {
      const page = await visitor.open(path, { colorScheme, viewport: { width: 360, height: 740 } });
      expect({ name, wrong: await axe(page) }).toEqual({ name, wrong: [] });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect({ name, overflow: Math.max(0, overflow) }).toEqual({ name, overflow: 0 });
      await page.close();
    }
  });

  test('forbids everything from elsewhere and every script but the one that copies card numbers', async () => {
    for (const { path } of paths) {
      const { headers } = await fetch(`${visitor.sandboxWorld.world.origin}${path}`, {
        headers: { accept: 'text/html' },
      });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      const copyScript = /; script-src 'sha256-[A-Za-z0-9+/]{43}='$/;
      expect(copyScript.test(policy)).toBe(pagesWithNumbers.has(path));
      expect(policy.replace(copyScript, '')).not.toMatch(/script-src|unsafe|https?:/);
    }
  });

  test('is not served under another name, nor to forms of other sites', async () => {
    const { port } = new URL(visitor.sandboxWorld.world.origin);
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

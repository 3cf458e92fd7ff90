import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { createSlipBankGateway } from '#src/gateways/slip-bank/gateway.server.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { chargeOf, factIn } from '#tests/gateways/suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { launchChromium } from '../browser/chromium.ts';

/** A person with a browser before the sandbox's pages, and a shop that makes charges there. */
export interface SandboxVisitor {
  readonly sandboxWorld: SandboxWorld;
  /** Opens a page in a context of its own, closed after the test. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  pixGateway(): GatewayPort;
  slipGateway(): GatewayPort;
  cardGateway(): GatewayPort;
  /** A charge of R$ 1.140,00 with the code or line that the buyer gets. */
  pixCharge(): Promise<{ charge: ChargeRequest; code: string }>;
  slipCharge(): Promise<{ charge: ChargeRequest; line: string }>;
}

const { 'pix-bcb': pix, 'slip-bank': slip, 'test-acquirer': acquirer } = sandboxSecrets.companies;
const threeDaysMs = 3 * 86_400_000;

/** Starts the world and the browser for a test file. A page that breaks its content policy fails its test. */
export function visitSandbox(): SandboxVisitor {
  let sandboxWorld: SandboxWorld;
  let browser: Browser;
  const pages: Page[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    sandboxWorld = await openSandboxWorld();
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await sandboxWorld.close();
  });

  const shared = () => ({ notificationKeys: [], clock: sandboxWorld.clock });
  const bank = { addressSecret: pix.notificationSecret, account: { agency: '0001', number: '0123456' } };
  const pixGateway = (): GatewayPort =>
    createPixGateway({ ...shared(), ...pix, ...bank, baseUrl: `${sandboxWorld.world.origin}/pix-bank` });
  const slipGateway = (): GatewayPort =>
    createSlipBankGateway({ ...shared(), ...slip, baseUrl: `${sandboxWorld.world.origin}/slip-bank` });

  return {
    get sandboxWorld() {
      return sandboxWorld;
    },
    async open(path, options = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      pages.push(page);
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) complaints.push(message.text());
      });
      await page.goto(path.startsWith('http') ? path : `${sandboxWorld.world.origin}${path}`);
      return page;
    },
    pixGateway,
    slipGateway,
    cardGateway: () =>
      createTestAcquirerGateway({ ...shared(), ...acquirer, baseUrl: `${sandboxWorld.world.origin}/acquirer` }),
    async pixCharge() {
      const charge = chargeOf(sandboxWorld);
      return { charge, code: String(factIn(await pixGateway().start(charge)).instructions?.['brCode']) };
    },
    async slipCharge() {
      const charge = chargeOf(sandboxWorld, { expiresAt: new Date(sandboxWorld.clock.now().getTime() + threeDaysMs) });
      return { charge, line: String(factIn(await slipGateway().start(charge)).instructions?.['line']) };
    },
  };
}

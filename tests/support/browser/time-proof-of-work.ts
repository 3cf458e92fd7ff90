import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { riskLimits, type RiskLevel } from '#src/domain/risk/risk-limits.data.ts';
import { launchChromium } from './chromium.ts';

const { rounds, steps } = riskLimits.proof;
const dist = path.resolve(import.meta.dirname, '../../../dist');

/** The longest work that a stage may ask for: one step more than its last counter. */
async function hardest(sandboxWorld: RiskLevel): Promise<object> {
  const { parameters, signature } = await createChallenge({
    ...{ algorithm: 'PBKDF2/SHA-256', cost: rounds, counter: steps[sandboxWorld].most, deriveKey },
    ...{ hmacSignatureSecret: 'of a measurement', hmacKeySignatureSecret: 'of a measurement' },
  });
  return { parameters, signature };
}

/** Address of the script that proves work, as the build has it. */
function proofScript(): string {
  const file = path.join(dist, 'pages.json');
  const { parts }: { parts: Record<string, { script: { entry: string } }> } = JSON.parse(readFileSync(file, 'utf8'));
  const entry = parts['extra/captcha']?.script.entry;
  if (entry === undefined) throw new Error('The build has no script that proves work');
  return entry;
}

/** A page of a browser of its own on which the build's scripts can run, and how to slow its processor. */
export interface ProofOfWorkPage {
  readonly page: Page;
  readonly browser: string;
  /** So many times, as Chromium emulates it: the page's own thread only, and its cryptography runs on others. */
  readonly slow: (rate: number) => Promise<void>;
}

/** Opens such a page, and closes it when the work is done. */
export async function withProofOfWorkPage<T>(work: (proofPage: ProofOfWorkPage) => Promise<T>): Promise<T> {
  const server = http.createServer((request, response) => {
    const [name] = /^\/assets\/[\w-][\w.-]*\.js(?=$|\?)/.exec(request.url ?? '') ?? [];
    if (name === undefined) response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>.');
    else response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(dist + name));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const chromium = await launchChromium();
  try {
    const page = await chromium.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const devtools = await page.context().newCDPSession(page);
    const slow = async (rate: number): Promise<void> => {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    };
    return await work({ page, browser: chromium.version(), slow });
  } finally {
    await chromium.close();
    server.close();
    server.closeAllConnections();
  }
}

/** What the longest work of a stage takes a page. */
export interface ProofOfWorkTimes {
  /** Milliseconds each, from the moment in which the page is told to until it has handed its proof in. */
  readonly elapsed: readonly number[];
  /** Milliseconds of all threads of the page's process together, on average: what else the machine does is not in it. */
  readonly processor: number;
}

let asked = 0;

/**
 * Has the product's own script do the longest work of a stage on a page, so often. The server's answers are there at
 * once: what is measured is the work. Throws where it was not done.
 */
export async function timeProofOfWork(page: Page, sandboxWorld: RiskLevel, times: number): Promise<ProofOfWorkTimes> {
  const challenges = await Promise.all(Array.from({ length: times }, () => hardest(sandboxWorld)));
  const elapsed: number[] = [];
  const before = await processorTime(page);
  for (const challenge of challenges) elapsed.push(await timeProof(page, sandboxWorld, JSON.stringify(challenge)));
  return { elapsed, processor: ((await processorTime(page)) - before) / times };
}

async function timeProof(page: Page, sandboxWorld: RiskLevel, challenge: string): Promise<number> {
  asked += 1;
  // A text: what Vitest makes of an `import()` exists in no browser. An address that is new runs the script again.
  const { ms, proof } = await page.evaluate<{ readonly ms: number; readonly proof: string }>(`(async () => {
    const before = window.fetch;
    let proof = '';
    window.fetch = async (_, { method, body } = {}) => {
      if (method !== 'POST') return new Response(${JSON.stringify(challenge)});
      proof = body;
      return new Response(null, { status: 204 });
    };
    const start = performance.now();
    await import('${proofScript()}?${asked}');
    window.fetch = before;
    return { ms: performance.now() - start, proof };
  })()`);
  const { captchaToken }: { captchaToken: string } = JSON.parse(proof || '{"captchaToken":"e30="}');
  const done: { solution?: { counter: number } } = JSON.parse(Buffer.from(captchaToken, 'base64').toString('utf8'));
  const counter = done.solution?.counter;
  if (counter !== steps[sandboxWorld].most)
    throw new Error(`The work of stage ${sandboxWorld} was not done: ${String(counter)}`);
  return ms;
}

/** Milliseconds that the browser's pages have had of the processor. */
async function processorTime(page: Page): Promise<number> {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  if (!devtools) throw new Error('The page has no browser of its own');
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

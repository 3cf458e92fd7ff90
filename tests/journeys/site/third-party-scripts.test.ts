import type { Page } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { alive, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** What a policy refused, as the page itself hears of it. */
interface Refusal {
  readonly directive: string;
  readonly blocked: string;
  readonly sample: string;
}

declare global {
  interface Window {
    /** Names of the ways by which a foreign script ran. */
    ran: string[];
    refused: Refusal[];
  }
}

/** Runs in every document before anything of it. */
function takeNotes(): void {
  window.ran = [];
  window.refused = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective: directive, blockedURI: blocked, sample }) => {
    window.refused.push({ directive, blocked, sample });
  });
}

/** Places outside the page that foreign markup leads to. */
interface Places {
  readonly blob: string;
  readonly host: string;
}

/** Markup that somebody has put into the document on its way, or through a hole of ours. */
const markup: Readonly<Record<string, (places: Places) => string>> = {
  'inline script': () => "<script>ran.push('inline script')</script>",
  'inline handler': () => `<img alt="" src="data:," onerror="ran.push('inline handler')">`,
  'data: address': () => `<script src="data:text/javascript,ran.push('data: address')"></script>`,
  'blob: address': ({ blob }) => `<script src="${blob}"></script>`,
};
/** Ahead of our own scripts: these would come from there. */
const base = ({ host }: Places): string => `<base href="${host}/">`;

/** What a script of ours might be led to do with a text from outside, by the sink that the text reaches. */
const sinks: Readonly<Record<string, string>> = {
  innerHTML: `document.body.appendChild(document.createElement('p')).innerHTML =
    '<img alt="" src="data:," onerror="ran.push(\\'innerHTML\\')">'`,
  'script text': `const script = document.createElement('script');
    script.text = "ran.push('script text')"; document.body.append(script)`,
  'script src': `const script = document.createElement('script');
    script.src = "data:text/javascript,ran.push('script src')"; document.body.append(script)`,
  srcdoc: `const frame = document.createElement('iframe');
    frame.srcdoc = "<script>parent.ran.push('srcdoc')</" + "script>"; document.body.append(frame)`,
  eval: `eval("ran.push('eval')")`,
  Function: `new Function("ran.push('Function')")()`,
  setTimeout: `setTimeout("ran.push('setTimeout')")`,
};

/** The policy of the page as it is, or none to speak of: the negative control. */
type Policy = 'ours' | 'weak';
const weak = "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'";

async function change(page: Page, places: Places, policy: Policy): Promise<void> {
  await page.route(
    (url) => url.pathname === '/payment',
    async (route) => {
      const answer = await route.fetch();
      const foreign = Object.values(markup).map((write) => write(places));
      const body = (await answer.text())
        .replace('<head>', () => `<head>${base(places)}`)
        .replace('</body>', () => `${foreign.join('')}</body>`);
      const headers = { ...answer.headers(), ...(policy === 'weak' ? { 'content-security-policy': weak } : {}) };
      await route.fulfill({ response: answer, body, headers });
    },
  );
}

/** Reaches the page that takes money, with foreign markup in it, and has its scripts try every sink. */
async function attack(buyer: Journey, policy: Policy): Promise<Page> {
  const { page, context, product, at } = buyer;
  await page.addInitScript(takeNotes);
  await reachPayment(buyer);
  // A window of the same site keeps it: a script from there is as good as any.
  const helper = await context.newPage();
  await helper.goto(at('/generic-error'));
  const blob = await helper.evaluate(() => URL.createObjectURL(new Blob(["ran.push('blob: address')"])));
  await page.route(`${product.sandbox}/assets/**`, (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' },
      body: "ran.includes('base tag') || ran.push('base tag')",
    }),
  );
  await change(page, { blob, host: product.sandbox }, policy);
  await page.reload();
  if (policy === 'ours') await alive(page);
  for (const text of Object.values(sinks))
    // In a task of its own: what developer tools evaluate may do what pages may not.
    await page.evaluate(`new Promise((done) => setTimeout(() => { try { ${text} } finally { done() } }))`);
  return page;
}

const ways = [...Object.keys(markup), 'base tag', ...Object.keys(sinks)];

/** How often the product has heard of a refusal on the page that takes money, by directive. */
async function received({ at }: Journey): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(at('/metrics'))).text();
  const counted = /^matricula_csp_reports_total\{directive="([^"]+)",page="payment"\} (\d+)$/gm;
  return Object.fromEntries([...text.matchAll(counted)].map(([, name = '', count]) => [name, Number(count)]));
}

journey(
  'no foreign script runs on the page that takes money, whichever way it comes, and each is reported',
  { allow: ['policy', 'exception'] },
  async (buyer) => {
    const before = await received(buyer);
    const page = await attack(buyer, 'ours');
    const refusals = async (): Promise<readonly string[]> =>
      (await page.evaluate(() => window.refused)).map(({ directive, blocked, sample }) =>
        `${directive} ${blocked} ${sample.split('|')[0] ?? ''}`.trim(),
      );
    const sink = 'require-trusted-types-for trusted-types-sink';
    await expect
      .poll(async () => (await refusals()).toSorted())
      .toEqual([
        `base-uri ${buyer.product.sandbox}/`,
        `${sink} Element innerHTML`,
        `${sink} Function`,
        `${sink} HTMLIFrameElement srcdoc`,
        `${sink} HTMLScriptElement src`,
        `${sink} HTMLScriptElement text`,
        `${sink} Window setTimeout`,
        `${sink} eval`,
        'script-src-attr inline',
        'script-src-elem blob',
        'script-src-elem data',
        'script-src-elem inline',
      ]);
    expect(await page.evaluate(() => window.ran)).toEqual([]);
    const wanted = { 'script-src-elem': 3, 'script-src-attr': 1, 'base-uri': 1, 'require-trusted-types-for': 7 };
    const since = async (): Promise<Readonly<Record<string, number>>> => {
      const now = await received(buyer);
      return Object.fromEntries(Object.keys(wanted).map((name) => [name, (now[name] ?? 0) - (before[name] ?? 0)]));
    };
    await expect.poll(since).toEqual(wanted);
  },
);

journey(
  'each of the same scripts runs where the policy is weak',
  { ...deep, allow: ['policy', 'exception', 'foreign host', 'layout shift'] },
  async (buyer) => {
    const page = await attack(buyer, 'weak');
    await expect.poll(async () => (await page.evaluate(() => window.ran)).toSorted()).toEqual(ways.toSorted());
  },
);

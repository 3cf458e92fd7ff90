import { randomUUID } from 'node:crypto';
import { reportByBuyer } from './buyer-log.ts';
import { Browser, hashOf, type Reply } from './browser.ts';
import { earnPoints } from './earn-points.ts';
import { requestErasure } from './request-erasure.ts';
import { coolOff } from './cool-off.ts';
import { documentOf, wordOf } from '../checks/canary-values.ts';
import type { SeededRandom } from '../faults/seeded-random.ts';
import { reportPage } from './check-page.ts';
import type { Market } from './buyer.types.ts';
import { type Kind, shopOf } from './shops.ts';
import { type PlannedPayment, plannedPaymentOf } from './buyer-tenders.ts';
import { pause } from '../faults/pause.ts';

type End = 'paid' | 'refused' | 'closed' | 'lost';
const notMoney = new Set(['declined', 'expired', 'voided', 'failed']);

/** One buyer from the form to a true end, who does not give up because a machine does. */
export async function runBuyer(market: Market, n: number, kind: Kind, chance: SeededRandom): Promise<void> {
  const shop = shopOf(kind, n);
  const browser = new Browser(market.shop);
  const buyer = wordOf(n);
  const email = `${buyer}@exemplo.com.br`;
  const began = performance.now();
  const deadline = began + market.patienceMs;
  reportByBuyer(market.answers, { type: 'buyer', buyer, shop: shop.brand, email });
  const plan = shop.planId === undefined ? {} : { planId: shop.planId };
  let orderId = '';
  let why = '';
  let payingSince = began;

  /** Goes on until somebody says something that is not a machine's trouble; null when patience ends. */
  async function insist(ask: () => Promise<Reply | null>): Promise<Reply | null> {
    while (performance.now() < deadline) {
      const reply = await ask();
      if (reply && reply.status >= 400) why = `${reply.status} ${text(reply, 'code')}`;
      if (reply && reply.status < 500 && !isRunning(reply)) return reply;
      await pause(300);
    }
    return null;
  }

  async function payOnce(leadId: string, wanted: PlannedPayment): Promise<Reply | null> {
    const request = { leadId, ...plan, ...(wanted.voucher === undefined ? {} : { voucher: wanted.voucher }) };
    let quoted = await insist(() => browser.ask('POST', '/api/v1/quote', request));
    if (quoted?.status !== 200)
      quoted = await insist(() => browser.ask('POST', '/api/v1/quote', { leadId, ...plan, voucher: '' }));
    if (quoted?.status !== 200) return quoted;
    const [quoteId, total, currency] = [text(quoted, 'id'), Number(quoted.json['total']), text(quoted, 'currency')];
    const key = randomUUID();
    const body = {
      ...{ sfLeadId: leadId, quoteId, amount: total, business: shop.business, productCode: shop.productCode },
      ...plan,
      paymentMethods: await wanted.tenders(),
    };
    const send = async (): Promise<Reply | null> => {
      const reply = await browser.ask('POST', '/api/v2/payment', body, { 'idempotency-key': key });
      if (reply) note(reply, key, total, currency);
      return reply;
    };
    payingSince = Math.max(payingSince, began);
    // Whoever presses twice, or three times.
    if (chance.next() < 0.25) await Promise.all([send(), send()]);
    const reply = await insist(send);
    if (reply && text(reply, 'orderId') !== '' && chance.next() < market.curiosity) await probe(body, key, reply);
    return reply;
  }

  function note(reply: Reply, key: string, total: number, currency: string): void {
    const split = reply.json['split'];
    const standing = typeof split === 'object' && split !== null && 'standing' in split ? String(split.standing) : '';
    reportByBuyer(market.answers, {
      ...({ type: 'pay', buyer, key, total, currency, standing } as const),
      ...{ status: reply.status, code: text(reply, 'code'), words: hashOf(withoutInstance(reply)) },
      ...{ orderId: text(reply, 'orderId'), attemptId: text(reply, 'attemptId'), state: text(reply, 'state') },
    });
    orderId = text(reply, 'orderId') || orderId;
  }

  /** The same words again, other words under the same key, and the same key from a stranger. */
  async function probe(body: object, key: string, first: Reply): Promise<void> {
    const again = await browser.ask('POST', '/api/v2/payment', body, { 'idempotency-key': key });
    if (again) note(again, key, Number('amount' in body ? body.amount : 0), 'BRL');
    const owner = text(first, 'orderId');
    const ask = async (what: 'other-payload' | 'other-buyer', from: Browser, request: object): Promise<void> => {
      const reply = await from.ask('POST', '/api/v2/payment', request, { 'idempotency-key': key });
      if (!reply) return;
      const seen = { status: reply.status, orderId: text(reply, 'orderId') };
      reportByBuyer(market.answers, { type: 'probe', what, buyer, key, owner, ...seen });
    };
    await ask('other-payload', browser, {
      ...body,
      paymentMethods: [{ method: 'pix', fields: { document: documentOf(n + 1) } }],
    });
    const stranger = new Browser(market.shop);
    await ask('other-buyer', stranger, body);
    stranger.close();
  }

  /** Asks how the order stands until that is decided. */
  async function untilEnd(): Promise<End | null> {
    let quiet = 0;
    while (performance.now() < deadline) {
      const reply = await browser.ask('GET', `/api/v1/order/${orderId}/status`);
      const state = reply?.status === 200 ? text(reply, 'state') : '';
      if (state === 'paid' || state === 'refunded') return 'paid';
      if (state === 'closed') return 'closed';
      const attempt = reply?.json['attempt'];
      const of = typeof attempt === 'object' && attempt !== null && 'state' in attempt ? String(attempt.state) : '';
      // A refusal may still be corrected: it has to stand for a moment.
      quiet = state === 'open' && notMoney.has(of) ? quiet + 1 : 0;
      if (quiet >= 3) return null;
      await pause(400);
    }
    return 'lost';
  }

  const lead = await insist(() =>
    browser.ask('POST', '/api/v1/lead', {
      ...{ name: `Maria ${buyer} da Silva`, email, phone: '+5511961234567', productCode: shop.productCode },
      ...{ source: 'chaos', marketingConsent: true, ...plan },
      ...(shop.seller === undefined ? {} : { seller: shop.seller }),
      ...(kind === 'earner' ? { flowId: 'livelo' } : {}),
    }),
  );
  const shopper = { market, browser, chance, deadline, insist };
  let end: End = lead ? 'refused' : 'lost';
  let decidedAt = performance.now();
  if (lead?.status === 201) {
    if (kind === 'earner') await earnPoints(shopper, shop, n);
    for (let tries = 0; tries < 4; tries += 1) {
      payingSince = tries === 0 ? performance.now() : payingSince;
      const reply = await payOnce(text(lead, 'id'), plannedPaymentOf(market, kind, n, tries, shop));
      if (!reply) end = 'lost';
      const isOurs = reply !== null && (reply.status < 300 || reply.status === 402 || orderId !== '');
      if (!reply || !isOurs) break;
      if (reply.status < 300) await act(reply);
      const found = orderId === '' || kind === 'left' ? null : await untilEnd();
      end = found ?? 'refused';
      if (found !== null || kind === 'refused-card' || kind === 'half-refused' || kind === 'left') break;
    }
    decidedAt = performance.now();
    if (end === 'paid' && kind === 'refund') await giveBack();
    if (end === 'paid' && kind === 'regret') await coolOff(shopper, { orderId, email, buyer, shop });
    await look();
    if (end === 'paid' && kind === 'eraser') await requestErasure(shopper, { n, buyer, email, shop });
  }
  const ms = Math.round(decidedAt - payingSince);
  reportByBuyer(market.answers, { type: 'end', buyer, kind, orderId, end, why, ms, at: Date.now() });
  browser.close();

  /** What the buyer has to do outside, where there is something. */
  async function act(reply: Reply): Promise<void> {
    const shown = reply.json['instructions'];
    if (kind === 'left' || typeof shown !== 'object' || shown === null) return;
    const code = 'code' in shown ? String(shown.code) : '';
    const line = 'line' in shown ? String(shown.line) : '';
    for (let tries = 0; tries < 20 && performance.now() < deadline; tries += 1) {
      const isDone = await (line !== '' ? market.bank.paySlip(line) : payCode(code));
      if (isDone || (line === '' && code === '')) return;
      await pause(500);
    }
  }

  function payCode(code: string): Promise<boolean> {
    if (kind === 'consent') return market.bank.payAndAgree(code);
    return market.bank.payCode(code, kind === 'pix-twice' ? 2 : 1);
  }

  /** The school gives money back: the same twice at once, and two more that may not fit beside each other. */
  async function giveBack(): Promise<void> {
    const refund = (refundId: string, amount: number) =>
      browser.ask(
        'POST',
        `/api/v1/orders/${orderId}/refunds`,
        { refundId, amount, reason: 'chaos' },
        {
          authorization: `Bearer ${market.operatorToken}`,
        },
      );
    const own = `refund-${randomUUID()}`;
    await Promise.all([refund(own, 20_000), refund(own, 20_000)]);
    await Promise.all([refund(`refund-${randomUUID()}`, 70_000), refund(`refund-${randomUUID()}`, 70_000)]);
    await insist(() => refund(own, 20_000));
  }

  /** Reads the page that the buyer sees then, and looks for anybody else on it. */
  async function look(): Promise<void> {
    for (const path of [`/payment?product=${shop.key}`, `/success?product=${shop.key}`]) {
      const page = await browser.read(path);
      if (page?.status === 200) reportPage(market, { buyer, shop, path, text: page.text });
    }
  }
}

/** A problem names the very request that it answers; the rest of it is the answer. */
function withoutInstance({ text: whole, json }: Reply): string {
  return 'instance' in json ? JSON.stringify({ ...json, instance: '' }) : whole;
}

function isRunning(reply: Reply): boolean {
  return reply.status === 409 && reply.json['code'] === 'idempotency-key-running';
}

function text(reply: Reply, name: string): string {
  const value = reply.json[name];
  return typeof value === 'string' ? value : '';
}

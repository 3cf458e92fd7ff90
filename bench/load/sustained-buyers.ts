import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { cpf } from 'cpf-cnpj-validator';
import { z } from 'zod';
import { type PlainAnswer, plainCall } from '#tests/support/http/plain-call.ts';
import { type AcquirerKey, acquirerKey, sealedCard } from '#tests/deep/failover/cards.ts';
import type { Shop } from '../support/purchase.ts';

/** Result of a request. `fault`: the answer reports the failure of an outside company, which the faults injected. */
export interface Ended {
  readonly kind: 'good' | 'fault' | 'error';
  readonly what: string;
}

type Step = 'lead' | 'quote' | 'payment' | 'status';

interface Buyer {
  readonly number: number;
  readonly agent: http.Agent;
  next: Step;
  cookie: string;
  leadId: string;
  quote: { readonly id: string; readonly total: number };
  orderId: string;
  /** The page that this buyer views. */
  page: string;
}

const product = { productCode: 'wise-up-online', business: 'wiseup-online', key: 'wup' } as const;
const links = ['wup', 'medcof', 'flex', 'powerhouse'].map((key) => `/lead?product=${key}`);
const answers = {
  lead: z.object({ id: z.string() }),
  quote: z.object({ id: z.string(), total: z.number() }),
  payment: z.object({ orderId: z.string(), route: z.string() }),
};
/** Buyers whose pages are viewed again. */
const remembered = 200;

/**
 * Visitors and buyers, each from an address of their own. `page` opens the page of a new visitor or of a buyer during the
 * purchase; `call` makes the next call of the next buyer: lead, quote, payment (every other by card), state.
 */
export function createCrowd(shop: Shop) {
  const ready: Buyer[] = [];
  const known: Buyer[] = [];
  let key: Promise<AcquirerKey> | null = null;
  let [made, opened] = [0, 0];
  const strangers = Array.from({ length: 64 }, (_, index) => agentOf(index));

  function newcomer(): Buyer {
    made += 1;
    const blank = { cookie: '', leadId: '', quote: { id: '', total: 0 }, orderId: '', page: '' };
    return { number: made, agent: agentOf(made + 1_000), next: 'lead', ...blank };
  }

  async function page(): Promise<Ended> {
    opened += 1;
    const buyer = opened % 2 === 0 ? known[opened % Math.max(1, known.length)] : undefined;
    const agent = buyer?.agent ?? strangers[opened % strangers.length];
    const path = buyer?.page ?? links[opened % links.length] ?? '';
    const answer = await send(agent, 'GET', shop.checkout + path, { ...(buyer ? { cookie: buyer.cookie } : {}) });
    const isGood = answer.status === 200 && answer.body.includes('</html>');
    // A page may redirect: the payment succeeded meanwhile.
    const leadsOn = buyer !== undefined && (answer.status === 303 || answer.status === 307) && !isErrorPage(answer);
    return isGood || leadsOn ? good : { kind: 'error', what: `GET ${path}: ${answer.status}` };
  }

  async function call(): Promise<Ended> {
    const buyer = ready.shift() ?? newcomer();
    const ended = await step(buyer);
    if (ended.kind !== 'good' || buyer.next === 'lead') {
      forget(buyer);
      return ended;
    }
    ready.push(buyer);
    return ended;
  }

  function remember(buyer: Buyer, path: string): void {
    buyer.page = path;
    if (!known.includes(buyer)) known.push(buyer);
    if (known.length > remembered) known.shift();
  }

  function forget(buyer: Buyer): void {
    if (buyer.page === '') buyer.agent.destroy();
  }

  async function step(buyer: Buyer): Promise<Ended> {
    const { agent, next } = buyer;
    const headers = buyer.cookie === '' ? {} : { cookie: buyer.cookie };
    if (next === 'status') {
      const answer = await send(agent, 'GET', `${shop.checkout}/api/v1/order/${buyer.orderId}/status`, headers);
      buyer.next = 'lead';
      return answer.status === 200 ? good : { kind: 'error', what: `status: ${answer.status}` };
    }
    const body = await bodyOf(buyer);
    const path = { lead: '/api/v1/lead', quote: '/api/v1/quote', payment: '/api/v2/payment' }[next];
    const own = next === 'payment' ? { ...headers, 'idempotency-key': randomUUID() } : headers;
    const answer = await send(agent, 'POST', shop.checkout + path, own, body);
    if (answer.status >= 300) return refusal(next, answer);
    const got: unknown = JSON.parse(answer.body);
    if (next === 'lead') {
      buyer.leadId = answers.lead.parse(got).id;
      buyer.cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      buyer.next = 'quote';
      remember(buyer, `/payment?product=${product.key}`);
    } else if (next === 'quote') {
      buyer.quote = answers.quote.parse(got);
      buyer.next = 'payment';
    } else {
      const { orderId, route } = answers.payment.parse(got);
      buyer.orderId = orderId;
      buyer.next = 'status';
      buyer.page = `${route}?product=${product.key}`;
    }
    return good;
  }

  async function bodyOf({ number, next, leadId, quote }: Buyer): Promise<object> {
    if (next === 'lead')
      return {
        name: 'Maria Aparecida da Silva',
        email: `maria.${number}.${randomUUID().slice(0, 8)}@example.com`,
        phone: '+5511961234567',
        ...{ productCode: product.productCode, seller: 'ana', source: 'bench', marketingConsent: true },
      };
    if (next === 'quote') return { leadId };
    key ??= acquirerKey(shop.bank);
    const byCard = number % 2 === 0;
    return {
      ...{ sfLeadId: leadId, quoteId: quote.id, amount: quote.total, document: cpf.generate() },
      ...{ business: product.business, productCode: product.productCode },
      paymentMethods: [
        byCard
          ? { method: 'credit-card', installments: 1, fields: await sealedCard(await key, number) }
          : { method: 'pix' },
      ],
    };
  }

  return {
    page,
    call,
    close(): void {
      for (const one of [...strangers, ...known.map(({ agent }) => agent), ...ready.map(({ agent }) => agent)])
        one.destroy();
    },
  };
}

const good: Ended = { kind: 'good', what: '' };

function refusal(step: Step, { status, body }: PlainAnswer): Ended {
  const isTold = status === 503 && body.includes('gateway-unreachable');
  return { kind: isTold ? 'fault' : 'error', what: `${step}: ${status} ${body.slice(0, 160)}` };
}

function isErrorPage({ headers }: PlainAnswer): boolean {
  return (headers.location ?? '').includes('error');
}

/** Each buyer has an own address of the loopback network. */
function agentOf(number: number): http.Agent {
  const localAddress = `127.${1 + (Math.floor(number / 62_500) % 200)}.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`;
  return new http.Agent({ keepAlive: true, localAddress });
}

function send(
  agent: http.Agent | undefined,
  method: 'GET' | 'POST',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<PlainAnswer> {
  return plainCall({ method, url, headers, body, agent, withinMs: 30_000 });
}

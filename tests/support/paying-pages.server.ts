import type { SubscriptionDesk } from '#src/domain/subscriptions/index.ts';
import { catalogPort, type Flags } from '#src/branding/index.server.ts';
import { createRailDirectory } from '#src/rails/rail-directory.server.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { railServers } from '#src/rails/registry.server.generated.ts';
import { readBrandParts } from './brand-parts.server.ts';
import { createDomainWorld, type DomainWorld } from './domain-world.server.ts';
import { pagesHost, pagesOrigin, type PagesStage } from './pages-stage.server.ts';

export interface PageAnswer {
  readonly status: number;
  /** Where it leads, if anywhere. */
  readonly to: string;
  /** Id of the page whose view was shown. */
  readonly page: string;
  /** What the view was given. */
  readonly data: Record<string, unknown>;
  /** The total in the order's summary; empty where there is none. */
  readonly summary: string;
  /** What was refused, if anything was. */
  readonly form: { readonly values: object; readonly errors: object } | null;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A browser with a cookie of its own, on pages that can really pay: at a gateway with a book of the tests' own. */
export interface PayingBuyer {
  readonly world: DomainWorld;
  /** Puts somebody at the desk of subscriptions. */
  withDesk(desk: SubscriptionDesk): void;
  get(url: string): Promise<PageAnswer>;
  post(url: string, fields: Readonly<Record<string, string>>): Promise<PageAnswer>;
  /** Leaves a lead by a link's query, and answers the query with which the pages go on. */
  begin(query: string): Promise<string>;
  /** Pays on a page with a payment form; `at` finds the form's data in the page's. */
  pay(url: string, method?: 'pix' | 'bankslip', at?: (data: Record<string, unknown>) => unknown): Promise<PageAnswer>;
}

const summed = /narrow ([^<]*)</;
const shown = /\[([a-z-]+)\](\{"data":.*?\})<\/div><\/main>/s;

export const buyerLead = {
  name: 'Maria da Silva',
  email: 'maria@example.com',
  phone: '(11) 96123-4567',
  country: 'BR',
};

/** Serves the stage's pages over the real rails. Each call is another browser. */
export async function payingBuyer(stage: PagesStage, flags?: () => Flags): Promise<PayingBuyer> {
  const { brands } = readBrandParts();
  const desk: SubscriptionDesk = {};
  const world = createDomainWorld(stage.database, {
    subscriptionDesk: desk,
    catalog: catalogPort(brands),
    rails: createRailDirectory(Object.values(rails), railServers),
  });
  const app = await stage.serve({ ctx: world.ctx, ...(flags ? { flags: { of: flags } } : {}) });
  const cookies = new Map([
    ['matricula', Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')],
  ]);

  const ask = async (url: string, fields?: Readonly<Record<string, string>>): Promise<PageAnswer> => {
    const answer = await app.inject({
      url,
      method: fields ? 'POST' : 'GET',
      headers: {
        host: pagesHost,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields
          ? {
              origin: pagesOrigin,
              'sec-fetch-site': 'same-origin',
              'content-type': 'application/x-www-form-urlencoded',
            }
          : {}),
      },
      ...(fields ? { payload: new URLSearchParams(fields).toString() } : {}),
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      if (cookie.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const [, page = '', json = '{}'] = shown.exec(answer.body) ?? [];
    const parsed: { data?: Record<string, unknown>; form?: PageAnswer['form'] } = JSON.parse(json);
    return {
      status: answer.statusCode,
      to: answer.headers.location ?? '',
      page,
      data: parsed.data ?? {},
      summary: summed.exec(answer.body)?.[1]?.replaceAll('\u00a0', ' ').trim() ?? '',
      form: parsed.form ?? null,
      headers: answer.headers,
    };
  };

  const buyer: PayingBuyer = {
    world,
    withDesk: (given) => void Object.assign(desk, given),
    get: (url) => ask(url),
    post: (url, fields) => ask(url, fields),
    async begin(query) {
      const { to } = await ask(`/lead?${query}`, buyerLead);
      return to.slice(to.indexOf('?'));
    },
    async pay(url, method = 'pix', at = (data) => data) {
      const { data } = await ask(url);
      const form = at(data) as { quoteId: string; idempotencyKey: string; amount: number };
      return ask(url, {
        quoteId: form.quoteId,
        key: form.idempotencyKey,
        amount: String(form.amount),
        method,
        'pix.document': '390.533.447-05',
        'bank-slip.document': '390.533.447-05',
        terms: 'yes',
      });
    },
  };
  return buyer;
}

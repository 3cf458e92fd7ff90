import type { Pool } from 'pg';
import type { Product } from '../processes/product.server.ts';

/** Money as the sandbox's own book has it, in minor units. */
export interface SandboxChargeSummary {
  readonly company: string;
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
}

/** What the product has written down about one buyer. Amounts in minor units. */
export interface Records {
  readonly orders: readonly {
    readonly state: string;
    readonly total: number;
    readonly received: number;
    readonly currency: string;
    readonly seller: string;
    readonly source: string;
  }[];
  /** `rail state`, oldest first. */
  readonly attempts: readonly string[];
  /** `kind amount` for each line of the ledger, oldest first. */
  readonly ledger: readonly string[];
  readonly grants: number;
  readonly breaks: readonly string[];
}

/** Truth from outside: what happened at the companies, what reached the mailbox, what stands in the database. */
export interface World {
  /** The charges that were made since this journey began: by company as in `companies`, oldest first at each. */
  charges(): Promise<readonly SandboxChargeSummary[]>;
  mails(to: string): Promise<readonly Mail[]>;
  records(email: string): Promise<Records>;
  /** Moves the clock of the product and the sandbox; what came due has happened when this resolves. */
  advance(seconds: number): Promise<void>;
  faults(target: string, rules: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  payPix(order: {
    readonly code: string;
    readonly amount?: number;
    readonly times?: number;
    readonly force?: boolean;
  }): Promise<void>;
  paySlip(order: {
    readonly line: string;
    readonly amount?: number;
    readonly channel?: 'barcode' | 'pix';
    readonly times?: number;
    readonly force?: boolean;
  }): Promise<void>;
}

/** The sandbox lists its companies by folder, which no journey is about. */
const companies = ['acquirer', 'pix-bank', 'slip-bank', 'points-club', 'm-pesa', 'nupay', 'pagarme', 'culqi'];

/** Opens the world of a product whose database `pool` asks; what was in its book before counts as somebody else's. */
export async function openWorld(product: Product, pool: Pool): Promise<World> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${product.sandbox}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const book = async (): Promise<readonly SandboxChargeSummary[]> =>
    (await call<{ charges: SandboxChargeSummary[] }>('GET', '/sandbox/book.json')).charges;
  const earlier = new Set((await book()).map(({ id }) => id));
  return {
    charges: async () =>
      (await book())
        .filter(({ id }) => !earlier.has(id))
        .toSorted((one, other) => companies.indexOf(one.company) - companies.indexOf(other.company)),
    mails: async (to) =>
      (await call<{ messages: Mail[] }>('GET', `/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).messages,
    records: (email) => readRecords(pool, email),
    advance: async (seconds) => void (await call('POST', '/sandbox/clock', { advanceSeconds: seconds })),
    faults: async (target, rules) => void (await call('PUT', '/sandbox/weather', { target, rules })),
    payPix: async (order) => void (await call('POST', '/sandbox/pix/pay', order)),
    paySlip: async (order) => void (await call('POST', '/sandbox/slip/pay', order)),
  };
}

async function readRecords(pool: Pool, email: string): Promise<Records> {
  const rows = async (text: string): Promise<Record<string, unknown>[]> =>
    (await pool.query<Record<string, unknown>>(text, [email])).rows;
  const own = 'join leads on leads.id = orders.lead_id where leads.email = $1';
  const orders = await rows(`select orders.* from orders ${own} order by orders.created_at`);
  const attempts = await rows(
    `select rail, attempts.state from attempts join orders on orders.id = attempts.order_id ${own} order by attempts.serial`,
  );
  const ledger = await rows(
    `select kind, amount from ledger_transfers join orders on orders.id = ledger_transfers.order_id ${own} order by ledger_transfers.id`,
  );
  const grants = await rows(
    `select access_grants.id from access_grants join orders on orders.id = access_grants.order_id ${own}`,
  );
  const breaks = await rows(
    `select reconciliation_exceptions.kind, reconciliation_exceptions.amount, reconciliation_exceptions.state from reconciliation_exceptions join orders on orders.id = reconciliation_exceptions.order_id ${own} order by reconciliation_exceptions.created_at`,
  );
  return {
    orders: orders.map(({ state, total, received, currency, seller, source }) => ({
      state: String(state),
      total: Number(total),
      received: Number(received),
      currency: String(currency),
      seller: String(seller),
      source: String(source),
    })),
    attempts: attempts.map(({ rail, state }) => `${String(rail)} ${String(state)}`),
    ledger: ledger.map(({ kind, amount }) => `${String(kind)} ${String(amount)}`),
    grants: grants.length,
    breaks: breaks.map(({ kind, amount, state }) => `${String(kind)} ${String(amount)} ${String(state)}`),
  };
}

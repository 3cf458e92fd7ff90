import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { startOwnProduct } from '#tests/support/processes/own-product.server.ts';
import type { Product } from '#tests/support/processes/product.server.ts';
import type { MeasuredValue } from './measured-value.ts';

/** Connections of their own: buyers who waited here for a free one would be counted as the product's delay. */
const buyers = new http.Agent({ keepAlive: true });
const crowd = new http.Agent({ keepAlive: true, maxSockets: 256 });

interface Sent {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
  readonly cookie: string;
}

/** One call; status 0 where no answer came. */
function send(
  agent: http.Agent,
  origin: string,
  method: string,
  at: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const began = performance.now();
  return new Promise((resolve) => {
    const failed = (): void => resolve({ status: 0, ms: performance.now() - began, text: '', cookie: '' });
    const request = http.request(
      new URL(at, origin),
      { method, agent, headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('error', failed).on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            ms: performance.now() - began,
            text,
            cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          }),
        );
      },
    );
    request.on('error', failed).setTimeout(15_000, () => request.destroy());
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** One purchase by a code to pay, begun anew; how long the payment's own call took, or null when it failed. */
async function purchase({ checkout }: Product): Promise<number | null> {
  const lead = await send(buyers, checkout, 'POST', '/api/v1/lead', {
    ...{ name: 'Maria da Silva', email: 'maria.silva@exemplo.com.br', phone: '(11) 96123-4567' },
    ...{ productCode: 'wise-up-online', seller: 'ana', source: 'campanha' },
  });
  if (lead.status !== 201) return null;
  const { id } = JSON.parse(lead.text) as { id: string };
  const paid = await send(
    buyers,
    checkout,
    'POST',
    '/api/v2/payment',
    {
      ...{ sfLeadId: id, amount: 114_000, business: 'wiseup-online', productCode: 'wise-up-online' },
      ...{ document: '390.533.447-05', paymentMethods: [{ method: 'pix' }] },
    },
    { cookie: lead.cookie, 'idempotency-key': newSecret() },
  );
  return paid.status === 201 || paid.status === 202 ? paid.ms : null;
}

interface Beside {
  readonly p99: number;
  readonly failed: number;
}

/** Buys at a steady pace while something else goes on. */
async function buyBeside(
  product: Product,
  seconds: number,
  other: Promise<unknown> = Promise.resolve(),
): Promise<Beside> {
  const times: number[] = [];
  let failed = 0;
  const running: Promise<void>[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    running.push(purchase(product).then((ms) => void (ms === null ? (failed += 1) : times.push(ms))));
    await pause(100);
  }
  await Promise.all([...running, other]);
  times.sort((a, b) => a - b);
  return { p99: times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN, failed };
}

/** Sends so many calls a second at constant arrival, whatever becomes of them; counts the answers by status. */
async function flood(
  seconds: number,
  perSecond: number,
  one: (index: number) => Promise<Sent>,
): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  const all: Promise<void>[] = [];
  const began = performance.now();
  const total = seconds * perSecond;
  while (all.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond));
    while (all.length < due)
      all.push(one(all.length).then(({ status }) => void answers.set(status, (answers.get(status) ?? 0) + 1)));
    await pause(5);
  }
  await Promise.all(all);
  return answers;
}

/** Connections that send one byte of a header now and then. Gives what ends them. */
async function openSlowly({ checkout }: Product, count: number): Promise<() => void> {
  const { port } = new URL(checkout);
  const sockets = await Promise.all(
    Array.from({ length: count }, () => {
      const socket = net.connect(Number(port), 'localhost');
      socket.on('error', () => undefined);
      return new Promise<net.Socket>((resolve) => {
        socket.once('connect', () => {
          socket.write('POST /api/v1/lead HTTP/1.1\r\nHost: localhost\r\nX-');
          resolve(socket);
        });
        socket.once('close', () => resolve(socket));
      });
    }),
  );
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, 1_000);
  return () => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  };
}

/** Rows 36, 49 and 50: payments beside a flood of messages, slow clients, and calls that cost much to answer. */
export async function measureFloods(seconds: number): Promise<MeasuredValue[]> {
  const own = await startOwnProduct('floods');
  const { product } = own;
  try {
    await buyBeside(product, 2);
    const quiet = await buyBeside(product, seconds);
    const forged = flood(seconds, 1_000, (index) =>
      send(crowd, product.checkout, 'POST', '/api/v1/notifications/test-acquirer', {
        id: `evt_${index}`,
        type: 'charge.changed',
      }),
    );
    const beside = await buyBeside(product, seconds, forged);
    const answers = await forged;
    const endSlow = await openSlowly(product, 500);
    const slow = await buyBeside(product, seconds);
    endSlow();
    const costly = flood(seconds, 100, (index) =>
      send(
        crowd,
        product.checkout,
        'GET',
        `/api/v1/franchises/cities?brand=wise-up&country=BR&region=${index % 2 ? 'SP' : 'RJ'}`,
      ),
    );
    const busy = await buyBeside(product, seconds, costly);
    const reported = (row: string, name: string, { p99, failed }: Beside): MeasuredValue[] => [
      { row, what: `payments' p99 ${name}`, value: p99, unit: 'ms' },
      { row, what: `payments that failed ${name}`, value: failed, unit: 'payments', most: 0 },
    ];
    const change = (100 * beside.p99) / quiet.p99 - 100;
    return [
      ...reported('36', 'with nothing beside them', quiet),
      ...reported('36', 'beside 1,000 forged messages a second', beside),
      // Told only: of a hundred payments the slowest is their p99, which on a busy machine is chance.
      { row: '36', what: 'change of that p99, told only (checklist: at most +20 %)', value: change, unit: '%' },
      {
        ...{ row: '36', what: 'forged messages answered 401', value: answers.get(401) ?? 0, unit: 'messages' },
        least: seconds * 1_000,
      },
      { row: '36', what: 'messages without an answer', value: answers.get(0) ?? 0, unit: 'messages', most: 0 },
      ...reported('49', 'beside 500 slow clients', slow),
      ...reported('50', 'beside 100 costly calls a second', busy),
    ];
  } finally {
    await own.close();
    for (const agent of [buyers, crowd]) agent.destroy();
  }
}

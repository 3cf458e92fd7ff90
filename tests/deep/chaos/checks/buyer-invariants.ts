import type { Pool } from 'pg';
import type { SandboxRecords, ReceivedSchoolWebhook } from './sandbox-records.ts';
import type { BuyerReport } from '../buyers/buyer-log.ts';
import { wordsIn } from './canary-values.ts';

type Pay = Extract<BuyerReport, { type: 'pay' }>;
type Probe = Extract<BuyerReport, { type: 'probe' }>;

const isPay = (reported: BuyerReport): reported is Pay => reported.type === 'pay';

/** I1: what buyers were told was paid is there, once, at the price that they were shown. */
export async function i1BuyerReports(
  pool: Pool,
  reported: readonly BuyerReport[],
  book: SandboxRecords,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; state: string; received: bigint; total: bigint; currency: string }>(
    'select id, state, received, total, currency from orders',
  );
  const orders = new Map(rows.map((order) => [order.id, order]));
  const attempts = new Map(
    (
      await pool.query<{ id: string; reference: string | null; order_id: string }>(
        'select id, reference, order_id from attempts',
      )
    ).rows.map((one) => [one.id, one]),
  );
  const namesOf = Map.groupBy(attempts.values(), ({ order_id }) => order_id);
  const chargesOf = new Map<string, SandboxRecords['charges'][number][]>();
  for (const charge of book.charges)
    for (const name of new Set([charge.id, charge.reference]))
      chargesOf.set(name, [...(chargesOf.get(name) ?? []), charge]);
  const capturesOf = Map.groupBy(
    book.movements.filter(({ kind }) => kind === 'capture'),
    ({ chargeId }) => chargeId,
  );
  const paid = reported
    .filter(isPay)
    .filter(
      ({ status, state, standing }) =>
        status === 201 && state === 'captured' && (standing === '' || standing === 'paid'),
    );
  const seen = new Map(paid.map((one) => [one.orderId, one]));
  return [...seen.values()].flatMap((one) => {
    const order = orders.get(one.orderId);
    if (!order || !['paid', 'refunded'].includes(order.state))
      return [`I1: ${one.orderId} was told paid and is ${order?.state ?? 'nowhere'}`];
    if (order.total !== BigInt(one.total) || order.currency !== one.currency)
      return [`I1: ${one.orderId} was told at another price`];
    const names = (namesOf.get(one.orderId) ?? []).flatMap(({ id, reference }) => [id, reference ?? id]);
    const charges = new Set(names.flatMap((name) => chargesOf.get(name) ?? []));
    const taken = [...charges]
      .flatMap(({ id }) => capturesOf.get(id) ?? [])
      .reduce((sum, { amount }) => sum + amount, 0);
    return taken >= one.total ? [] : [`I1: of ${one.orderId} only ${taken} was taken outside`];
  });
}

/** An order that somebody may have gone back on, at rest. */
export interface OrderAtRest {
  readonly id: string;
  readonly hasCooledOff: boolean;
  /** What came of its money and did not go back, in minor units. */
  readonly kept: bigint;
}

/** I1: who was told that they have gone back on a purchase has, and all their money is back. */
export function i1CooledOff(reported: readonly BuyerReport[], orders: readonly OrderAtRest[]): string[] {
  const known = new Map(orders.map((order) => [order.id, order]));
  const ids = new Set(reported.flatMap((one) => (one.type === 'withdrawn' ? [one.orderId] : [])));
  return [...ids].flatMap((id) => {
    const order = known.get(id);
    if (!order?.hasCooledOff) return [`I1: ${id} was told gone back on and is not`];
    return order.kept === 0n ? [] : [`I1: of ${id}, which was gone back on, ${order.kept} is kept`];
  });
}

/** I11: a key has one answer for ever, is nobody else's, and takes no other request. */
export function i11(reported: readonly BuyerReport[]): string[] {
  const final = reported.filter(isPay).filter(({ status }) => status === 201 || status === 202 || status === 402);
  const changed = [...Map.groupBy(final, ({ key }) => key)].flatMap(([key, answers]) =>
    new Set(answers.map(({ status, orderId, attemptId, words }) => [status, orderId, attemptId, words].join(' ')))
      .size > 1
      ? [
          `I11: key ${key} got several answers: ${[...new Set(answers.map(({ status, state, standing }) => `${status} ${state} ${standing}`))].join(', ')}`,
        ]
      : [],
  );
  const orders = [...Map.groupBy(final, ({ key }) => key)].flatMap(([key, answers]) =>
    new Set(answers.map(({ attemptId }) => attemptId)).size > 1 ? [`I11: key ${key} made several attempts`] : [],
  );
  const probes = reported
    .filter((one): one is Probe => one.type === 'probe')
    .flatMap(({ what, key, status, orderId, owner }) => {
      // A machine's trouble and a pause are no answers.
      if (status >= 500 || status === 429) return [];
      if (what === 'other-payload')
        return status === 422 || status === 409 ? [] : [`I11: key ${key} took another request (${status})`];
      return orderId === owner || status < 300 ? [`I11: key ${key} told a stranger of ${owner} (${status})`] : [];
    });
  return [...new Set([...changed, ...orders, ...probes])];
}

export interface SentEmail {
  readonly to: string;
  /** Buyers' words in it, each once. */
  readonly words: readonly string[];
}

/** I17: no page, letter or event holds another buyer's word, or another brand's name. */
export function i17(
  reported: readonly BuyerReport[],
  emails: readonly SentEmail[],
  arrivals: readonly ReceivedSchoolWebhook[],
): string[] {
  const shopOf = new Map(reported.flatMap((one) => (one.type === 'buyer' ? [[one.buyer, one.shop] as const] : [])));
  const pages = reported.flatMap((one) =>
    one.type === 'page' && one.foreign.length > 0
      ? [`I17: ${one.path} of ${one.buyer} showed ${one.foreign.join(', ')}`]
      : [],
  );
  const mails = emails.flatMap(({ to, words }) => {
    const [own] = wordsIn(to);
    const foreign = words.filter((word) => word !== own);
    return own !== undefined && foreign.length > 0 ? [`I17: a letter to ${own} told of ${foreign.join(', ')}`] : [];
  });
  const events = arrivals.flatMap(({ endpoint, body }) => {
    const brand = endpoint.split(/[./]/)[0] ?? '';
    const foreign = wordsIn(JSON.stringify(body ?? '')).filter(
      (word) => shopOf.has(word) && shopOf.get(word) !== brand,
    );
    return foreign.length > 0 ? [`I17: ${endpoint} was told of ${foreign.join(', ')}`] : [];
  });
  const brands = arrivals.flatMap(({ endpoint, body }) => {
    const brand = endpoint.split(/[./]/)[0] ?? '';
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
    const of = typeof data === 'object' && data !== null && 'brand' in data ? String(data.brand) : brand;
    return of === brand ? [] : [`I17: ${endpoint} was told of a sale of ${of}`];
  });
  return [...pages, ...mails, ...events, ...brands];
}

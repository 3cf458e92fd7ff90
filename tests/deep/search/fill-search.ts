import type pg from 'pg';
import { beginningsOfName } from '#src/domain/sales/search/name-words.ts';
import { personKeysOf, type SearchKeys } from '#src/domain/sales/search/search-keys.server.ts';

/** Names by how common they are: the n-th is 1/n as common as the first (Zipf). */
const firstNames = 2_000;
const surnames = 6_000;

/** Syllables make names that nobody has, so that a list of them is as long as wanted. */
const syllables = [
  'ma',
  'ri',
  'jo',
  'sé',
  'an',
  'to',
  'lu',
  'ca',
  'fe',
  'ro',
  'pe',
  'dra',
  'si',
  'lva',
  'gon',
  'za',
  'les',
  'qui',
];

/** Sales whose barcode and fiscal note are known. */
const knownNumbers = 1_000;

export const barcodeAt = (sale: number): string => String(sale * 7919).padStart(44, '3');

const cardAt = (n: number): string => String(n).padStart(4, '0');

export function nameAt(index: number): string {
  let rest = index + 17;
  let name = '';
  do {
    name += syllables[rest % syllables.length] ?? '';
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A buyer whom the measurement asks for, by everything that is known of them. */
export interface SampleBuyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string;
}

/** Buyer `n` of the sample; the first has a thousandth of all sales, as a school's own test address has. */
export function sampleBuyer(n: number): SampleBuyer {
  return {
    name: `${nameAt(n * 7)} ${nameAt(firstNames + n * 5)}`,
    email: `buyer${n}@example.com`,
    phone: `+55119${String(61_000_000 + n)}`,
    document: String(100_000_000 + n),
  };
}

/**
 * Fills the index as years of selling leave it, by the product's own keys where a question asks for them: `count` sales of four
 * years, three to a buyer, names and sources by Zipf, and a hundred buyers whose keys are known. Other buyers' keys are as
 * long and as distinct, but hashes of their number. Rows go straight into the index: making the orders too takes hours.
 * One transaction empties the tables and makes their indexes: with `wal_level` minimal the server writes no log of that.
 * `say`: a step, and its seconds.
 */
export async function fillSearch(
  client: pg.ClientBase,
  count: number,
  keys: SearchKeys,
  say: (step: string, seconds: number) => void,
): Promise<void> {
  let began = performance.now();
  const run = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    await work();
    say(step, (performance.now() - began) / 1000);
    began = performance.now();
  };
  await client.query('set statement_timeout = 0');
  await client.query('set session_replication_role = replica');
  await client.query(`set maintenance_work_mem = '2GB'; set work_mem = '256MB'`);
  await client.query('begin');
  await client.query('truncate sale_search, search_numbers');
  await writeKnown(client, keys);
  const { rows: indexes } = await client.query<{ name: string; made: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any('{sale_search, search_numbers, leads}'::regclass[]) and not indisprimary`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  // Foreign keys lead to the leads' own key, which stays.
  const { rows: primary } = await client.query<{ owner: string; name: string; made: string }>(`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as made from pg_constraint
    where conrelid = any('{sale_search, search_numbers}'::regclass[]) and contype = 'p'`);
  for (const { owner, name } of primary) await client.query(`alter table ${owner} drop constraint ${name}`);
  await run('leads', () => client.query(leadsFor(Math.ceil(count / 3))));
  const slice = 1_000_000;
  for (let from = 1; from <= count; from += slice)
    await run(`sales from ${from}`, () => client.query(salesFor(from, Math.min(count, from + slice - 1), count)));
  await run('numbers', () => client.query(numbersOfSales));
  for (const { owner, name, made } of primary)
    await run(name, () => client.query(`alter table ${owner} add constraint ${name} ${made}`));
  await run('known buyers', () => writeSample(client, count, keys));
  for (const { name, made } of indexes) await run(name, () => client.query(made));
  await run('commit', () => client.query('commit'));
  for (const table of ['sale_search', 'search_numbers', 'leads'])
    await run(`vacuum ${table}`, () => client.query(`vacuum (analyze) ${table}`));
  await client.query('checkpoint');
  await client.query('set session_replication_role = origin');
}

/** Keys that questions ask for: of every name, of barcodes and fiscal notes of the first sales, and of cards. */
async function writeKnown(client: pg.ClientBase, keys: SearchKeys): Promise<void> {
  const names = Array.from({ length: firstNames + surnames }, (_, at) => ({
    at,
    keys: beginningsOfName(nameAt(at)).map((word) => keys.ofWord(word)),
  }));
  const first = Array.from({ length: knownNumbers }, (_, at) => at + 1);
  const numbers = [
    ...first.map((n) => ({ kind: 'barcode', n, key: String(keys.of('barcode', barcodeAt(n))) })),
    ...first.map((n) => ({ kind: 'fiscal-note', n, key: String(keys.of('fiscal-note', String(n))) })),
    ...Array.from({ length: 10_000 }, (_, n) => ({ kind: 'last4', n, key: String(keys.of('last4', cardAt(n))) })),
  ];
  await client.query(
    'create temporary table known_names (at integer primary key, keys integer[] not null) on commit drop',
  );
  await client.query(
    'create temporary table known_numbers (kind text, n bigint, key bigint, primary key (kind, n)) on commit drop',
  );
  for (const [table, rows] of [
    ['known_names', names],
    ['known_numbers', numbers],
  ] as const)
    await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(rows),
    ]);
  await client.query('analyze known_names, known_numbers');
}

const leadsFor = (count: number): string => `
  insert into leads (id, session_id, brand, business, product_code, market, locale, seller, source, name, email, phone, created_at,
      updated_at)
    select 'led_' || lpad(n::text, 22, '0'), 'ses_1', 'brand-1', 'business', 'course', 'BR', 'pt-BR', 'ana', 'x',
      'Maria da Silva', 'm' || n || '@example.com', '+5511961234567', now(), now() from generate_series(1, ${count}) n`;

/** A place by Zipf among `count`, out of a random number: the n-th is about 1/n as likely as the first. */
const zipf = (count: number): string => `floor(exp(random() * ln(${count})))::int`;

const salesFor = (from: number, to: number, count: number): string => `
  insert into sale_search (number, order_id, reference, lead_id, began_at, paid_at, brand, market, product_code, plan_id,
      seller, source, kind, state, troubles, methods, card_brand, last4, currency, total, received, returned, charged,
      voucher, email_key, phone_key, phone_end_key, document_key, name_keys)
  select n, 'ord_' || lpad(n::text, 22, '0'), lpad(n::text, 6, '0'), 'led_' || lpad(buyer::text, 22, '0'), began,
    case when drawn < 0.75 then began + case when kept < 0.9 then interval '2 minutes' else interval '2 days' end end, 'brand-' || brand, 'BR', 'product-' || product, 'plan-' || plan,
    'seller-' || seller, 'source-' || source, case when drawn < 0.4 then 'renewal' else 'first' end,
    case when drawn < 0.7 then 'paid' when drawn < 0.75 then 'refunded' when drawn < 0.95 then 'closed' else 'open' end,
    case when mark < 0.004 then '{payment-declined}'::text[] when mark < 0.005 then '{dispute,task}'::text[] end,
    case when kept < 0.55 then '{credit-card}'::text[] when kept < 0.9 then '{pix}'::text[] else '{bank-slip}'::text[] end,
    case when kept < 0.55 then 'visa' end, case when kept < 0.55 then floor(random() * 10000)::smallint end, 'BRL',
    (array[114000, 99000, 45050, 39990, 14990, 9990, 250000, 129900])[plan], 114000, 0, case when mark > 0.8 then 114000 + n % 5000 end,
    case when mark > 0.9 then 'voucher-' || source end,
    hashtextextended('email ' || buyer, 0), hashtextextended('phone ' || buyer, 0), hashtextextended('end ' || buyer, 0),
    hashtextextended('document ' || buyer, 0), a.keys || b.keys || c.keys
  from (
    select n, now() - interval '4 years' * (1 - n::float8 / ${count}) as began, 1 + floor(random() * ${Math.ceil(count / 3)})::bigint as buyer,
      random() as drawn, random() as mark, random() as kept, ${zipf(12)} as brand, ${zipf(20)} as product, 1 + floor(random() * 8)::int as plan,
      ${zipf(300)} as seller, ${zipf(200)} as source, ${zipf(firstNames - 1)} as given, ${zipf(surnames - 1)} as family,
      ${zipf(surnames - 1)} as second
    from generate_series(${from}, ${to}) n
  ) one
    left join known_names a on a.at = given
    left join known_names b on b.at = ${firstNames} + family
    left join known_names c on c.at = ${firstNames} + second`;

const numbersOfSales = `
  insert into search_numbers (key, number)
    select coalesce(known.key, hashtextextended(kind || ' ' || number, 0)), number from (
        select 'payment-code' as kind, null::bigint as n, number from sale_search where methods = '{pix}'
        union all select 'barcode', number, number from sale_search where methods = '{bank-slip}'
        union all select 'fiscal-note', number, number from sale_search where state = 'paid' and number % 2 = 0
        union all select 'last4', number % 10000, number from sale_search where number % 20 = 0
      ) every left join known_numbers known using (kind, n)`;

/** The hundred buyers who are asked for, spread over the years; the first of them is the commonest. */
async function writeSample(client: pg.ClientBase, count: number, keys: SearchKeys): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    const { name, email, phone, document } = sampleBuyer(n);
    const own = personKeysOf(keys, { name, email, phone, documents: [document], payerNames: [] });
    const numbers = n === 0 ? Math.ceil(count / 1000) : 3;
    await client.query(
      `update sale_search set email_key = $1, phone_key = $2, phone_end_key = $3, document_key = $4, name_keys = $5::integer[]
        where number in (select 1 + (($6::bigint * 7919 + step * 104729) % $7::bigint) from generate_series(1, $8::bigint) step)`,
      [own.emailKey, own.phoneKey, own.phoneEndKey, own.documentKeys[0], own.nameKeys, n + 1, count, numbers],
    );
  }
}

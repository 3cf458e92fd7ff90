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
    document: String(10_000_000_000 + n),
  };
}

/**
 * Fills the index as years of selling leave it, by the product's own keys where a question asks for them: `count` sales of four
 * years, three to a buyer, names and sources by Zipf, and a hundred buyers whose keys are known. Other buyers' keys are as
 * long and as distinct, but hashes of their number. Rows go straight into the index: making the orders too takes hours.
 */
export async function fillSearch(client: pg.ClientBase, count: number, keys: SearchKeys): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query('set session_replication_role = replica');
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query('truncate sale_search, search_numbers, leads, checkout_sessions cascade');
  await writeNames(client, keys);
  const { rows: indexes } = await client.query<{ name: string; made: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any('{sale_search, search_numbers, leads}'::regclass[]) and not indisprimary`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(leadsFor(Math.ceil(count / 3)));
  const slice = 1_000_000;
  for (let from = 1; from <= count; from += slice)
    await client.query(salesFor(from, Math.min(count, from + slice - 1), count));
  await client.query(numbersFor(count));
  await writeSample(client, count, keys);
  for (const { made } of indexes) await client.query(made);
  await client.query('vacuum (analyze) sale_search');
  await client.query('vacuum (analyze) search_numbers');
  await client.query('vacuum (analyze) leads');
  await client.query('checkpoint');
  await client.query('set session_replication_role = origin');
}

async function writeNames(client: pg.ClientBase, keys: SearchKeys): Promise<void> {
  await client.query('create table if not exists known_names (at integer primary key, keys bigint[] not null)');
  await client.query('truncate known_names');
  const names = Array.from({ length: firstNames + surnames }, (_, at) => ({
    at,
    keys: beginningsOfName(nameAt(at)).map((word) => String(keys.ofWord(word))),
  }));
  await client.query('insert into known_names select * from jsonb_populate_recordset(null::known_names, $1::jsonb)', [
    JSON.stringify(names),
  ]);
}

const leadsFor = (count: number): string => `
  insert into leads (id, session_id, brand, business, product_code, market, locale, seller, source, name, email, phone, created_at,
      updated_at)
    select 'led_' || lpad(n::text, 22, '0'), 'ses_1', 'brand-1', 'business', 'course', 'BR', 'pt-BR', 'ana', 'x',
      'Maria da Silva', 'm' || n || '@example.com', '+5511961234567', now(), now() from generate_series(1, ${count}) n`;

/** A place by Zipf among `count`, out of a random number: the n-th is about 1/n as likely as the first. */
const zipf = (count: number): string => `floor(exp(random() * ln(${count})))::int`;

const salesFor = (from: number, to: number, count: number): string => `
  insert into sale_search (number, order_id, reference, lead_id, began_at, paid_at, brand, business, market, product_code, plan_id,
      seller, source, campaign, kind, state, troubles, methods, card_brand, last4, currency, total, received, returned, charged,
      voucher, email_key, phone_key, phone_end_key, document_keys, name_keys)
  select n, 'ord_' || lpad(n::text, 22, '0'), lpad(n::text, 6, '0'), 'led_' || lpad(buyer::text, 22, '0'), at,
    case when drawn < 0.75 then at + interval '2 minutes' end, 'brand-' || brand, 'business', 'BR', 'product-' || product, 'plan-' || plan,
    'seller-' || seller, 'source-' || source, 'campaign-' || source, case when drawn < 0.4 then 'renewal' else 'first' end,
    case when drawn < 0.7 then 'paid' when drawn < 0.75 then 'refunded' when drawn < 0.95 then 'closed' else 'open' end,
    case when mark < 0.004 then '{payment-declined}'::text[] when mark < 0.005 then '{dispute,task}'::text[] else '{}' end,
    case when kept < 0.55 then '{credit-card}'::text[] when kept < 0.9 then '{pix}'::text[] else '{bank-slip}'::text[] end,
    case when kept < 0.55 then 'visa' end, case when kept < 0.55 then floor(random() * 10000)::smallint end, 'BRL',
    (array[114000, 99000, 45050, 39990, 14990, 9990, 250000, 129900])[plan], 114000, 0, case when mark > 0.8 then 114000 + n % 5000 end,
    case when mark > 0.9 then 'voucher-' || source end,
    substring(sha256(('email ' || buyer)::bytea) for 12), substring(sha256(('phone ' || buyer)::bytea) for 12),
    substring(sha256(('end ' || buyer)::bytea) for 12), array[substring(sha256(('document ' || buyer)::bytea) for 12)],
    (select keys from known_names where at = given) || (select keys from known_names where at = ${firstNames} + family)
      || (select keys from known_names where at = ${firstNames} + second)
  from (
    select n, now() - interval '4 years' * (1 - n::float8 / ${count}) as at, 1 + floor(random() * ${Math.ceil(count / 3)})::bigint as buyer,
      random() as drawn, random() as mark, random() as kept, ${zipf(12)} as brand, ${zipf(20)} as product, 1 + floor(random() * 8)::int as plan,
      ${zipf(300)} as seller, ${zipf(200)} as source, ${zipf(firstNames - 1)} as given, ${zipf(surnames - 1)} as family,
      ${zipf(surnames - 1)} as second
    from generate_series(${from}, ${to}) n
  ) one`;

const numbersFor = (count: number): string => `
  insert into search_numbers (kind, value, at, number)
    select 'payment-code', md5(number::text), began_at, number from sale_search where methods = '{pix}'
    union all select 'barcode', lpad((number * 7919)::text, 44, '3'), began_at, number from sale_search where methods = '{bank-slip}'
    union all select 'fiscal-note', number::text, began_at, number from sale_search where state = 'paid' and number % 2 = 0
    union all select 'last4', lpad((number % 10000)::text, 4, '0'), began_at, number from sale_search
      where number % 20 = 0 and number <= ${count}`;

/** The hundred buyers who are asked for, spread over the years; the first of them is the commonest. */
async function writeSample(client: pg.ClientBase, count: number, keys: SearchKeys): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    const { name, email, phone, document } = sampleBuyer(n);
    const own = personKeysOf(keys, { name, email, phone, documents: [document], payerNames: [] });
    const numbers = n === 0 ? Math.ceil(count / 1000) : 3;
    await client.query(
      `update sale_search set email_key = $1, phone_key = $2, phone_end_key = $3, document_keys = $4::bytea[], name_keys = $5::bigint[]
        where number in (select 1 + (($6::bigint * 7919 + step * 104729) % $7::bigint) from generate_series(1, $8::bigint) step)`,
      [own.emailKey, own.phoneKey, own.phoneEndKey, own.documentKeys, own.nameKeys.map(String), n + 1, count, numbers],
    );
  }
}

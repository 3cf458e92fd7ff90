import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { Outside } from '#tests/compat/outside.ts';
import { startProduct, stopProduct } from '#tests/support/product.server.ts';
import { isAllowed } from './allowed-places.ts';
import { findNeedles, type Haystack, type Hit } from './find-needles.ts';
import { Needles } from './needles.ts';
import { walkMistakes } from './walk-mistakes.ts';
import { walkPurchases } from './walk-purchases.ts';

export interface CanaryReport {
  readonly walked: readonly string[];
  readonly requests: number;
  /** How many secrets of each kind were sent through. */
  readonly sent: Readonly<Record<string, number>>;
  /** Bytes that were looked through, by place. */
  readonly scanned: Readonly<Record<string, number>>;
  readonly hits: readonly Hit[];
  /** Where secrets lie that are meant to lie there. */
  readonly expected: readonly string[];
}

interface Listener {
  readonly origin: string;
  readonly bodies: Buffer[];
  close(): void;
}

/** Somebody to whom reports are sent, and who keeps all of them. */
async function listen(): Promise<Listener> {
  const bodies: Buffer[] = [];
  const server = http.createServer((request, response) => {
    bodies.push(Buffer.from(`${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`));
    request.on('data', (part: Buffer) => bodies.push(part));
    request.on('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, bodies, close: () => server.close() };
}

export interface CanaryOptions {
  /** Empty, and the run's own. */
  readonly folder: string;
  /** The planted leak: something is written where it does not belong, after the walks and before the search. */
  readonly plant?: (stage: { readonly needles: Needles; readonly pool: pg.Pool }) => Promise<void>;
  /** The same for the log: lines at its end. */
  readonly plantInLog?: (needles: Needles) => string;
  /** Only the first purchases, for a quick look. */
  readonly isShort?: boolean;
}

/** Walks every path with secrets that are known again, stops the product, and looks through all that it left behind. */
export async function runCanaries({
  folder,
  plant,
  plantInLog,
  isShort = false,
}: CanaryOptions): Promise<CanaryReport> {
  const needles = new Needles();
  const [otlp, sentry] = [await listen(), await listen()];
  const operatorToken = needles.add('operator-token', 'operator', randomBytes(32).toString('base64url'));
  const metricsToken = needles.add('operator-token', 'metrics', randomBytes(32).toString('base64url'));
  const urls = path.join(folder, 'urls.log');
  const product = await startProduct(path.join(folder, 'product'), {
    flags: ['--import', path.resolve(import.meta.dirname, 'url-tap.ts')],
    env: {
      OPERATOR_TOKEN: operatorToken,
      METRICS_TOKEN: metricsToken,
      OTLP_URL: otlp.origin,
      SENTRY_DSN: `http://${'a'.repeat(32)}@127.0.0.1:${new URL(sentry.origin).port}/1`,
      LOG_LEVEL: 'debug',
      URL_TAP: urls,
    },
  });
  const addresses: string[] = [];
  const pool = poolOf(product.dataDir);
  try {
    const outside = new Outside(product.sandbox);
    const stage = { checkout: product.checkout, outside, operatorToken, needles, addresses };
    const walked = await walkPurchases(
      stage,
      ({ name }) => !isShort || /^(card|Pix|card that is declined)$/.test(name),
    );
    // What a visitor writes into an address by mistake is no address of ours.
    const ours = readFileSync(urls).length;
    const requests = await walkMistakes(stage);
    // Whatever is told later is told by now.
    await outside.advance(120);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await fetch(`${product.checkout}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    await plant?.({ needles, pool });
    const tables = await readTables(pool);
    await pool.query('checkpoint');
    await pool.end();
    await stopProduct(product.pid);
    const texts: readonly Haystack[] = [
      { place: 'log', bytes: Buffer.concat([readFileSync(product.logFile), Buffer.from(plantInLog?.(needles) ?? '')]) },
      { place: 'urls', bytes: addressesIn(readFileSync(urls, 'utf8'), ours) },
      { place: 'addresses', bytes: Buffer.from(addresses.join('\n')) },
      { place: 'otlp', bytes: Buffer.concat(otlp.bodies) },
      { place: 'sentry', bytes: Buffer.concat(sentry.bodies) },
      ...tables,
      ...filesIn(path.join(product.dataDir, 'outside-world'), 'journal'),
    ];
    const files = filesIn(path.join(product.dataDir, 'postgres'), 'file');
    const found = [
      ...texts.flatMap((haystack) => findNeedles(haystack, needles.all)),
      ...files.flatMap((haystack) => findNeedles(haystack, needles.all, true)),
    ];
    const hits = found.filter((hit) => !isAllowed(hit));
    const expected = new Set(found.filter(isAllowed).map(({ kind, place }) => `${kind} in ${place.split('/')[0]}`));
    return {
      walked,
      requests,
      sent: countBy(needles.all.map(({ kind }) => kind)),
      scanned: sumBytes([...texts, ...files]),
      hits,
      expected: [...expected].toSorted(),
    };
  } finally {
    if (!pool.ended) await pool.end();
    await stopProduct(product.pid);
    otlp.close();
    sentry.close();
  }
}

/** Every address that the product was asked for up to `end` or has asked for, without the tests' own questions to the sandbox. */
function addressesIn(tapped: string, end: number): Buffer {
  const lines = [
    ...tapped.slice(0, end).split('\n'),
    ...tapped
      .slice(end)
      .split('\n')
      .filter((line) => line.startsWith('made ')),
  ];
  const of = lines.filter((line) => !line.includes('/sandbox/'));
  // The one way in: a letter's link, which is answered by a cookie and an address without its secret.
  return Buffer.from(of.map((line) => line.replace(/^(got GET \S+[?&]t=)[\w-]{43}/, '$1')).join('\n'));
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function sumBytes(haystacks: readonly Haystack[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { place, bytes } of haystacks) {
    const group = place.split(' ')[0] ?? '';
    sums[group] = (sums[group] ?? 0) + bytes.length;
  }
  return sums;
}

function poolOf(dataDir: string): pg.Pool {
  const folder = path.join(dataDir, 'postgres');
  const [, , , port = '', host = ''] = readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim();
  return new pg.Pool({
    host: host.trim(),
    port: Number(port),
    user: 'matricula',
    password,
    database: 'matricula',
    max: 2,
  });
}

/** Every column of every table, the queue's too, as text. */
async function readTables(pool: pg.Pool): Promise<Haystack[]> {
  const { rows } = await pool.query<{ place: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as place, quote_ident(column_name) as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const haystacks: Haystack[] = [];
  for (const { place, column } of rows) {
    const { rows: values } = await pool.query<{ text: string | null }>(
      `select string_agg(${column}::text, E'\\n') as text from ${place}`,
    );
    const name = `${place.replace(/^public\./, '')}.${column}`;
    haystacks.push({ place: `table ${name}`, bytes: Buffer.from(values[0]?.text ?? '') });
  }
  return haystacks;
}

function filesIn(folder: string, kind: string): Haystack[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => ({ place: `${kind} ${path.relative(folder, file)}`, bytes: readFileSync(file) }));
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import type { ScanSource } from './find-canaries.ts';

export interface Listener {
  readonly origin: string;
  readonly bodies: Buffer[];
  close(): void;
}

/** Somebody to whom reports are sent, and who keeps all of them. */
export async function listen(): Promise<Listener> {
  const bodies: Buffer[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [Buffer.from(`${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`)];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts));
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, bodies, close: () => server.close() };
}

/** The database of a product, as whoever owns it sees it. */
export function poolOf(dataDir: string): pg.Pool {
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

/**
 * Lets the database write long values as they are: compressed, what was changed or deleted since would lie in its files
 * unread by anybody who only searches.
 */
export async function writeUncompressed(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('alter table %s %s', attrelid::regclass,
                   string_agg(format('alter column %I set storage external', attname), ', ')) as statement
     from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
     where nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_toast' and relkind in ('r', 'p')
       and attnum > 0 and not attisdropped and attstorage in ('x', 'm') and atttypid <> 'numeric'::regtype
     group by attrelid`,
  );
  for (const { statement } of rows) await pool.query(statement);
}

/** Every column of every table, the queue's too, as text. */
export async function readTables(pool: pg.Pool): Promise<ScanSource[]> {
  const { rows } = await pool.query<{ place: string; columns: string[] }>(
    `select format('%I.%I', table_schema, table_name) as place, array_agg(quote_ident(column_name)) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
     group by table_schema, table_name`,
  );
  const haystacks: ScanSource[] = [];
  for (const { place, columns } of rows) {
    const each = columns.map((column) => `string_agg(${column}::text, E'\\n') as ${column}`);
    const { rows: values } = await pool.query<Record<string, string | null>>(`select ${each.join(', ')} from ${place}`);
    const table = place.replace(/^public\./, '');
    for (const [column, text] of Object.entries(values[0] ?? {}))
      haystacks.push({ place: `table ${table}.${column}`, bytes: Buffer.from(text ?? '') });
  }
  return haystacks;
}

export function filesIn(folder: string, kind: string): ScanSource[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => ({ place: `${kind} ${path.relative(folder, file)}`, bytes: readFileSync(file) }));
}

/** What all receivers of a school's messages wrote down, by receiver: what one of them is told is not for the others. */
export function byReceiver({ place, bytes }: ScanSource): ScanSource[] {
  const lines = bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  const apart = Map.groupBy(lines, (line) => (JSON.parse(line) as { readonly endpoint: string }).endpoint);
  return [...apart].map(([receiver, own]) => ({
    place: `${place} of ${receiver}`,
    bytes: Buffer.from(own.join('\n')),
  }));
}

/** Every address that the product was asked for up to `end` or has asked for, without the tests' own questions to the sandbox. */
export function addressesIn(tapped: string, end: number): Buffer {
  const lines = [
    ...tapped.slice(0, end).split('\n'),
    ...tapped
      .slice(end)
      .split('\n')
      .filter((line) => line.startsWith('made ')),
  ];
  const of = lines.filter((line) => !line.includes('/sandbox/'));
  // The two ways in: a letter's link and a short one, which is answered by a cookie and an address without its secret.
  const ways = /^(got GET (?:\S+[?&]t=(?=[\w-]{43})|[^/\s]+\/r\/))[\w-]+/;
  // Companies that make tokens themselves are asked of one by its name, as their APIs have it: with our secret key, before it is spent.
  const named = /^((?:made|got) GET \S+\/(?:v2\/tokens\/(?=tkn_)|core\/v5\/tokens\/(?=token_)))\w+/;
  return Buffer.from(of.map((line) => line.replace(ways, '$1').replace(named, '$1')).join('\n'));
}

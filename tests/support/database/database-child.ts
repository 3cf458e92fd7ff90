/**
 * A program that owns an embedded database as the product does, for tests that kill it.
 * Arguments: data folder. Prints one JSON line per event; with `--write` it inserts numbers for ever and prints each
 * one after its commit. SIGTERM ends it in order.
 */
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { createPool } from '#src/kernel/db/pool.server.ts';

const [dataDir = '', ...flags] = process.argv.slice(2);

function say(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const started = await startEmbeddedPostgres({
  dataDir,
  dataDirIsDefault: false,
  say: (event) => say({ event }),
});
if (!started.ok) {
  say({ refused: started.error.code, message: started.error.message });
  process.exit(1);
}
const { address, stop } = started.value;
const pool = createPool(address, { max: 4 });
let stopping = false;
process.on('SIGTERM', () => {
  stopping = true;
  void pool
    .end()
    .then(stop)
    .then(() => process.exit(0));
});
await pool.query('create table if not exists numbers (n bigint primary key)');
const { rows } = await pool.query<{ n: bigint }>('select n from numbers order by n');
say({ ready: address, numbers: rows.map((row) => Number(row.n)) });

if (flags.includes('--write')) {
  const first = rows.length === 0 ? 1 : Number(rows.at(-1)?.n) + 1;
  for (let n = first; !stopping; n += 1) {
    await pool.query('insert into numbers values ($1)', [n]);
    say({ committed: n });
  }
}

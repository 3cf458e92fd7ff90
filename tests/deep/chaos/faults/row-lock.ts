import pg from 'pg';
import type { HostAddress } from '#src/kernel/db/pool.server.ts';
import { pause } from './pause.ts';

const hotRows = [
  'select from orders order by created_at desc limit 5 for update',
  'select from gateway_cursors for update',
  'select from vouchers for update',
];

/** As somebody does who left a transaction open: what everybody wants to change is locked for a while. */
export async function lockRows(address: HostAddress, ms: number): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin');
    let locked = 0;
    for (const text of hotRows) locked += (await client.query(text)).rowCount ?? 0;
    await pause(ms);
    return locked > 0;
  } catch {
    return false;
  } finally {
    // Its connection's end unlocks them, however it ends.
    await client.end().catch(() => undefined);
  }
}

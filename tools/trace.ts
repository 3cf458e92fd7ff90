/**
 * Prints a sale's history in order, each line with its time (UTC), its source and its changes:
 *
 *     npm run trace -- K4W-TQP                           an order, by reference or id
 *     npm run trace -- att_…                             the order of an attempt
 *     npm run trace -- maria@example.com                 every order of a buyer
 *     npm run trace -- E30306294202611241200abcdefghijk  a movement: a Pix end-to-end id, a gateway's reference
 *
 * It reads the database that the environment names, beside a running product or alone, and changes nothing.
 */
import type { Database } from '#src/domain/database/index.server.ts';
import { explain } from '#src/domain/documents/timeline/index.ts';
import { describeTimeline, ordersNamed, timelineOf } from '#src/domain/documents/timeline/index.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { describeEnvProblems, readEnv } from '#src/server/env.server.ts';
import { sqlState } from '#src/kernel/db/transaction.server.ts';
import { reachDatabase } from './database/reach-database.ts';
import { explanationText } from './trace/explanation-text.ts';

async function main(name: string | undefined): Promise<number> {
  if (name === undefined) {
    console.error('npm run trace -- <order | attempt | e-mail | end-to-end id>');
    return 2;
  }
  const env = readEnv(process.env);
  if (!env.ok) throw new Error(describeEnvProblems(env.error));
  const reached = await reachDatabase(env.value);
  if (typeof reached === 'string') throw new Error(reached);
  const pool = createPool(reached.address, { max: 1, statementTimeoutMs: 30_000 });
  try {
    const db = createKysely<Database>(pool);
    const orders = await ordersNamed(db, name);
    if (orders.length === 0) console.error(`No order, attempt, movement or e-mail address is called ${name}`);
    for (const [index, orderId] of orders.entries()) {
      if (index > 0) console.log('');
      const now = new Date();
      const timeline = await timelineOf(db, orderId, now);
      if (!timeline) continue;
      for (const { at, by, text } of describeTimeline(timeline)) console.log(`${at}  ${by.padEnd(24)}  ${text}`);
      console.log(explanationText(explain(timeline, now)));
    }
    return orders.length === 0 ? 1 : 0;
  } catch (error) {
    // undefined_table: no product has started on this database yet.
    if (sqlState(error) !== '42P01') throw error;
    console.error('This database has no tables of the product yet: start the product on it once (npm start).');
    return 1;
  } finally {
    await pool.end();
    await reached.leave();
  }
}

process.exitCode = await main(process.argv[2]);

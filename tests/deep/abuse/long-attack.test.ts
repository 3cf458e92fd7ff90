/** @module-tag deep */
import { expect, test } from 'vitest';
import { createAbuseWorld } from './abuse-world.server.ts';

/** When the alarm ends after somebody looked, in minutes, with so many questions that nobody answered well before. */
async function minutesLeft(unanswered: number): Promise<number> {
  const world = await createAbuseWorld();
  try {
    const now = world.clock.now();
    const { pool } = world.database;
    await pool.query('insert into decline_alarms (level, since, until) values (2, $1, $2)', [
      ...[new Date(now.getTime() - 3_000_000), new Date(now.getTime() + 600_000)],
    ]);
    await pool.query(
      `insert into card_attempts (id, instrument_key, gateway, brand, amount, currency, installments, outcome, attempted_at, browser_key, force_challenge)
       select 'chk_' || n, 'card ' || n, 'book', 'visa', 0, 'BRL', 1, 'refused', $2, 'browser ' || n, true
       from generate_series(1, $1::int) n`,
      [unanswered, new Date(now.getTime() - 60_000)],
    );
    expect((await world.from('177.40.1.1').call('GET', '/api/v1/proof?action=pay')).status).toBe(200);
    const { rows } = await pool.query<{ until: Date; level: number }>('select until, level from decline_alarms');
    expect(rows.map(({ level }) => level)).toEqual([2]);
    return Math.round(((rows[0]?.until.getTime() ?? 0) - now.getTime()) / 60_000);
  } finally {
    await world.close();
  }
}

test('banks go on asking while thieves go on trying, which brings no further alarm', async () => {
  expect(await minutesLeft(41)).toBe(60);
  expect(await minutesLeft(40)).toBe(10);
});

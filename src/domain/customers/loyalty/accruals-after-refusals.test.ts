import { expect, test } from 'vitest';
import { err } from '#src/kernel/result/result.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { memberCpf, createPointsWorld } from '#tests/support/worlds/points-world.server.ts';
import { accruePoints, joinProgramme } from './index.server.ts';

const { sandboxWorld: stage, programme, identify } = createPointsWorld();
const day = 86_400_000;

async function bought(): Promise<string> {
  const buyer = await stage.world.buyer();
  stage.session = buyer.session;
  accepted(await identify(programme(), memberCpf, 'earn'));
  accepted(await joinProgramme(stage.world.ctx, stage.session));
  return accepted(await stage.world.pay(stage.session, buyer.quote)).orderId;
}
const stateOf = (orderId: string) =>
  stage.database.db.selectFrom('points_accruals').select('state').where('order_id', '=', orderId).executeTakeFirst();

/** So many others to whom points were promised before, each for an order of the same visit that was given up: members who left. */
async function others(orderId: string, count: number): Promise<void> {
  const { rows } = await stage.database.pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'orders' and column_name not in ('id', 'number', 'reference', 'state')",
  );
  const columns = rows.map(({ name }) => name).join(', ');
  await stage.database.pool.query(
    `insert into orders (id, state, ${columns}) select n || id, 'closed', ${columns}
     from orders, generate_series(1, ${count}) n where id = $1`,
    [orderId],
  );
  await stage.database.pool.query(
    `insert into points_accruals (order_id, programme, member_id, state, points, reference, due_at, created_at, credited_at)
     select n || order_id, programme, 'gone', state, 10, n || order_id, due_at - interval '1 hour', created_at, credited_at
     from points_accruals, generate_series(1, ${count}) n where order_id = $1`,
    [orderId],
  );
}

test('members whom the programme refuses for ever delay no other member’s credit', async () => {
  const { points } = stage.world;
  const run = () =>
    accruePoints({
      ...stage.world.ctx,
      points: {
        ...points,
        credit: (earned) => (earned.memberId === 'gone' ? Promise.resolve(err('refused')) : points.credit(earned)),
      },
    });
  const orderId = await bought();
  await run();
  await others(orderId, 200);
  stage.world.clock.advance(8 * day);
  await run();
  await run();
  expect(await stateOf(orderId)).toEqual({ state: 'credited' });
});

test('members whose reversal the programme refuses for ever delay no other reversal', async () => {
  const { points } = stage.world;
  const orderId = await bought();
  await accruePoints(stage.world.ctx);
  stage.world.clock.advance(8 * day);
  await accruePoints(stage.world.ctx);
  await others(orderId, 200);
  // So many visits are not needed for it.
  await stage.database.pool.query('drop index orders_one_per_session');
  const own = "where id like '%' || $1";
  await stage.database.pool.query(`update orders set state = 'refunded', returned = received ${own}`, [orderId]);
  const asked: string[] = [];
  const run = () =>
    accruePoints({
      ...stage.world.ctx,
      points: {
        ...points,
        takeBack: (id) => {
          asked.push(id);
          return id === orderId ? points.takeBack(id) : Promise.resolve(err('refused'));
        },
      },
    });
  await run();
  await run();
  // Those before it were asked about once, and then it comes before them.
  expect(asked.indexOf(orderId)).toBe(200);
  expect(await stateOf(orderId)).toEqual({ state: 'reversed' });
});

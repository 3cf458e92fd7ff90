import { describe, expect, test } from 'vitest';
import { err } from '#src/kernel/result/result.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { memberCpf, createPointsWorld } from '#tests/support/worlds/points-world.server.ts';
import { joinProgramme, leaveProgramme, programmeFor, sendMemberCode, sweepPoints } from './index.server.ts';

const minute = 60_000;
const { sandboxWorld: stage, programme, identify, choose, link, proved } = createPointsWorld();

async function membershipOf(orderId: string) {
  const row = await stage.database.db
    .selectFrom('order_memberships')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row
    ? { programme: row.programme, kind: row.kind, memberId: row.member_id, points: row.points && Number(row.points) }
    : null;
}

describe('rate limits of a programme', () => {
  test('stop one browser that tries document after document', async () => {
    for (let time = 0; time < 8; time += 1)
      expect(await identify(programme(), '52998224725')).toEqual(err('not-member'));
    expect(await identify()).toEqual(err('too-many'));
    stage.world.clock.advance(60 * minute);
    accepted(await identify());
  });

  test('stop codes to one member, from any browser', async () => {
    for (let time = 0; time < 5; time += 1) {
      ({ session: stage.session } = await stage.world.buyer());
      accepted(await identify());
      accepted(
        await sendMemberCode(stage.world.ctx, programme(), stage.session, {
          deviceId: 'phone',
          ip: `198.51.${time}.1`,
        }),
      );
    }
    ({ session: stage.session } = await stage.world.buyer());
    accepted(await identify());
    const again = await sendMemberCode(stage.world.ctx, programme(), stage.session, {
      deviceId: 'phone',
      ip: '192.0.2.1',
    });
    expect(again).toEqual(err('too-many'));
  });

  test('are deleted after their hour, and tokens when they expire', async () => {
    await proved();
    stage.world.clock.advance(120 * minute);
    await sweepPoints(stage.world.ctx);
    expect(await stage.database.db.selectFrom('points_budgets').select('subject').execute()).toEqual([]);
    const kept = await stage.database.db
      .selectFrom('points_links')
      .select('token')
      .where('session_id', '=', stage.session.id)
      .execute();
    expect(kept).toEqual([{ token: null }]);
  });
});

describe('a membership', () => {
  test('is written to the order that is made after it was joined', async () => {
    const { quote, ...buyer } = await stage.world.buyer();
    stage.session = buyer.session;
    accepted(await identify(programme(), memberCpf, 'earn'));
    accepted(await joinProgramme(stage.world.ctx, stage.session));
    const paid = accepted(await stage.world.pay(stage.session, quote));
    expect(await membershipOf(paid.orderId)).toEqual({
      programme: 'members',
      kind: 'earn',
      memberId: 'm1',
      points: null,
    });
    stage.session = { ...stage.session, orderId: paid.orderId };
    expect(await identify()).toEqual(err('order-paid'));
    expect(await joinProgramme(stage.world.ctx, stage.session)).toEqual(err('order-paid'));
    expect(await leaveProgramme(stage.world.ctx, stage.session)).toEqual(err('order-paid'));
  });

  test('is written to an open order later, and deleted from it again', async () => {
    const { quote, ...buyer } = await stage.world.buyer();
    stage.session = buyer.session;
    stage.world.gateway.behavior = 'await';
    const { orderId } = accepted(await stage.world.pay(stage.session, quote, { method: 'by-code' }));
    expect(await membershipOf(orderId)).toBeNull();
    await proved();
    accepted(await choose(5_000));
    accepted(await joinProgramme(stage.world.ctx, stage.session));
    expect(await membershipOf(orderId)).toMatchObject({ kind: 'spend', points: 5_000 });
    accepted(await leaveProgramme(stage.world.ctx, stage.session));
    expect(await membershipOf(orderId)).toBeNull();
    expect(await link()).toBeNull();
  });

  test('is not written to an order whose buyer did not join', async () => {
    const { quote, ...buyer } = await stage.world.buyer();
    stage.session = buyer.session;
    await proved();
    const { orderId } = accepted(await stage.world.pay(stage.session, quote));
    expect(await membershipOf(orderId)).toBeNull();
  });
});

test('a programme serves its own markets', () => {
  const points = programme();
  const ctx = { ...stage.world.ctx, points };
  expect(programmeFor(ctx, stage.session)).toBe(points);
  expect(programmeFor(ctx, { ...stage.session, market: 'PE' })).toBeNull();
  expect(programmeFor({ ...stage.world.ctx, points: null }, stage.session)).toBeNull();
});

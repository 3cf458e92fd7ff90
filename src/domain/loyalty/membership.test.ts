import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { err } from '#src/kernel/result/result.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import {
  choosePoints,
  identifyMember,
  joinProgramme,
  leaveProgramme,
  membershipOf,
  pointsLinkOf,
  type PointsKind,
  type PointsProgramme,
  programmeFor,
  sendMemberCode,
  sweepPoints,
  verifyMemberCode,
} from './index.server.ts';

const minute = 60_000;
const cpf = '39053344705';
let database: TestDatabase;
let world: DomainWorld;
let session: CheckoutSession;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('points_budgets').execute();
  world = createDomainWorld(database);
  ({ session } = await world.buyer());
});

/** The programme of the tests, but for what is changed. */
const programme = (changes: Partial<PointsProgramme> = {}): PointsProgramme => ({ ...world.points, ...changes });

const ip = '203.0.113.9';
const identify = (club = programme(), document = cpf, kind: PointsKind = 'spend') =>
  identifyMember(world.ctx, club, session, { document, kind, ip });
const send = (deviceId = 'phone', club = programme()) => sendMemberCode(world.ctx, club, session, { deviceId, ip });
const enter = (code: string, club = programme()) => verifyMemberCode(world.ctx, club, session, code);
const choose = (points: number, price = 114_000n) => choosePoints(world.ctx, programme(), session, { points, price });
const link = () => pointsLinkOf(world.ctx, session);

/** A buyer who proved who they are. */
async function proved(club: PointsProgramme = programme()): Promise<void> {
  accepted(await identify(club));
  accepted(await send('phone', club));
  accepted(await enter('123456', club));
}

describe('limits of asking', () => {
  test('stop who tries document after document', async () => {
    for (let time = 0; time < 8; time += 1)
      expect(await identify(programme(), '52998224725')).toEqual(err('not-member'));
    expect(await identify()).toEqual(err('too-many'));
    world.clock.advance(60 * minute);
    accepted(await identify());
  });

  test('stop codes to one member, from whichever browser', async () => {
    for (let time = 0; time < 5; time += 1) {
      ({ session } = await world.buyer());
      accepted(await identify());
      accepted(await sendMemberCode(world.ctx, programme(), session, { deviceId: 'phone', ip: `198.51.${time}.1` }));
    }
    ({ session } = await world.buyer());
    accepted(await identify());
    const again = await sendMemberCode(world.ctx, programme(), session, { deviceId: 'phone', ip: '192.0.2.1' });
    expect(again).toEqual(err('too-many'));
  });

  test('are forgotten with their hour, and secrets with their time', async () => {
    await proved();
    world.clock.advance(120 * minute);
    await sweepPoints(world.ctx);
    expect(await database.db.selectFrom('points_budgets').select('subject').execute()).toEqual([]);
    const kept = await database.db
      .selectFrom('points_links')
      .select('token')
      .where('session_id', '=', session.id)
      .execute();
    expect(kept).toEqual([{ token: null }]);
  });
});

describe('a membership', () => {
  test('stands on the order that is made after it was joined', async () => {
    const { quote, ...buyer } = await world.buyer();
    session = buyer.session;
    accepted(await identify(programme(), cpf, 'earn'));
    accepted(await joinProgramme(world.ctx, session));
    const paid = accepted(await world.pay(session, quote));
    expect(await membershipOf(database.db, paid.orderId)).toEqual({
      programme: 'members',
      kind: 'earn',
      memberId: 'm1',
      points: null,
    });
    session = { ...session, orderId: paid.orderId };
    expect(await identify()).toEqual(err('order-paid'));
    expect(await joinProgramme(world.ctx, session)).toEqual(err('order-paid'));
    expect(await leaveProgramme(world.ctx, session)).toEqual(err('order-paid'));
  });

  test('comes to an open order later, and leaves it again', async () => {
    const { quote, ...buyer } = await world.buyer();
    session = buyer.session;
    world.gateway.mood = 'await';
    const { orderId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
    expect(await membershipOf(database.db, orderId)).toBeNull();
    await proved();
    accepted(await choose(5_000));
    accepted(await joinProgramme(world.ctx, session));
    expect(await membershipOf(database.db, orderId)).toMatchObject({ kind: 'spend', points: 5_000 });
    accepted(await leaveProgramme(world.ctx, session));
    expect(await membershipOf(database.db, orderId)).toBeNull();
    expect(await link()).toBeNull();
  });

  test('is not on an order whose buyer only looked', async () => {
    const { quote, ...buyer } = await world.buyer();
    session = buyer.session;
    await proved();
    const { orderId } = accepted(await world.pay(session, quote));
    expect(await membershipOf(database.db, orderId)).toBeNull();
  });
});

test('a programme serves its own markets', () => {
  const points = programme();
  const ctx = { ...world.ctx, points };
  expect(programmeFor(ctx, session)).toBe(points);
  expect(programmeFor(ctx, { ...session, market: 'PE' })).toBeNull();
  expect(programmeFor({ ...world.ctx, points: null }, session)).toBeNull();
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { err, ok } from '#src/kernel/result/result.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import {
  choosePoints,
  identifyMember,
  type MemberDevice,
  pointsAccountOf,
  pointsLinkOf,
  type PointsProgramme,
  sendMemberCode,
  verifyMemberCode,
} from './index.server.ts';

const minute = 60_000;
const cpf = '39053344705';
const devices: readonly MemberDevice[] = [
  { id: 'phone', kind: 'sms', masked: '(••) •••••-4567' },
  { id: 'mail', kind: 'email', masked: 'm•••@e•••.com' },
];

let database: TestDatabase;
let world: DomainWorld;
let session: CheckoutSession;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = createDomainWorld(database);
  ({ session } = await world.buyer());
});

const later = (ms: number): Date => new Date(world.ctx.clock.now().getTime() + ms);

/** A programme with one member, whose code is 123456. */
function programme(changes: Partial<PointsProgramme> = {}): PointsProgramme {
  return {
    id: 'club',
    identify: async (document) => (document === cpf ? ok({ memberId: 'm1', devices }) : err('not-member')),
    sendCode: async (_member, device) => ok({ challengeId: `to-${device}`, expiresAt: later(5 * minute) }),
    verify: async (_challenge, code) =>
      code === '123456' ? ok({ token: 'open', expiresAt: later(15 * minute) }) : err('code-wrong'),
    account: async () => ok({ points: 24_500, pointsPerUnit: 32, minimum: 1_000, step: 500 }),
    ...changes,
  };
}

/** A buyer who proved who they are. */
async function proved(club: PointsProgramme = programme()): Promise<void> {
  accepted(await identifyMember(world.ctx, club, session, cpf));
  accepted(await sendMemberCode(world.ctx, club, session, 'phone'));
  accepted(await verifyMemberCode(world.ctx, club, session, '123456'));
}

describe('the way to a member’s points', () => {
  test('goes by document, device, code and account, and each step needs the one before', async () => {
    const club = programme();
    expect(await pointsLinkOf(world.ctx, session)).toBeNull();
    expect(await sendMemberCode(world.ctx, club, session, 'phone')).toEqual(err('not-begun'));
    accepted(await identifyMember(world.ctx, club, session, cpf));
    expect(await verifyMemberCode(world.ctx, club, session, '123456')).toEqual(err('not-begun'));
    expect(await sendMemberCode(world.ctx, club, session, 'fax')).toEqual(err('device-unknown'));
    accepted(await sendMemberCode(world.ctx, club, session, 'mail'));
    expect(await pointsAccountOf(world.ctx, club, session)).toEqual(err('not-begun'));
    expect(await verifyMemberCode(world.ctx, club, session, '000000')).toEqual(err('code-wrong'));
    accepted(await verifyMemberCode(world.ctx, club, session, '123456'));
    expect(accepted(await pointsAccountOf(world.ctx, club, session)).points).toBe(24_500);
    const chosen = await choosePoints(world.ctx, club, session, { points: 12_340, price: 114_000n });
    expect(chosen).toEqual(ok(12_500));
    expect(await pointsLinkOf(world.ctx, session)).toMatchObject({
      memberId: 'm1',
      devices,
      device: devices[1],
      challengeId: null,
      token: 'open',
      points: 12_500,
      problem: null,
    });
  });

  test('keeps nothing of a document that is no member', async () => {
    expect(await identifyMember(world.ctx, programme(), session, '52998224725')).toEqual(err('not-member'));
    expect(await pointsLinkOf(world.ctx, session)).toBeNull();
  });

  test('sends another code after a minute', async () => {
    const club = programme();
    accepted(await identifyMember(world.ctx, club, session, cpf));
    accepted(await sendMemberCode(world.ctx, club, session, 'phone'));
    world.clock.advance(minute - 1);
    expect(await sendMemberCode(world.ctx, club, session, 'phone')).toEqual(err('too-soon'));
    world.clock.advance(1);
    accepted(await sendMemberCode(world.ctx, club, session, 'mail'));
  });

  test('closes the account with the time that the programme gave', async () => {
    await proved();
    world.clock.advance(15 * minute);
    expect(await pointsAccountOf(world.ctx, programme(), session)).toEqual(err('session-over'));
    expect(await pointsLinkOf(world.ctx, session)).toMatchObject({ token: null, problem: 'session-over' });
  });

  test.each(['unavailable', 'locked'] as const)('remembers that it ended with %s, until it begins anew', async (no) => {
    const club = programme({ verify: async () => err(no) });
    accepted(await identifyMember(world.ctx, club, session, cpf));
    accepted(await sendMemberCode(world.ctx, club, session, 'phone'));
    expect(await verifyMemberCode(world.ctx, club, session, '123456')).toEqual(err(no));
    expect((await pointsLinkOf(world.ctx, session))?.problem).toBe(no);
    await proved();
    expect(await pointsLinkOf(world.ctx, session)).toMatchObject({ problem: null, token: 'open' });
  });

  test('never takes points for a price below the fewest', async () => {
    await proved();
    expect(await choosePoints(world.ctx, programme(), session, { points: 5_000, price: 3_000n })).toEqual(
      err('too-few'),
    );
    expect((await pointsLinkOf(world.ctx, session))?.points).toBeNull();
  });

  test('forgets what was chosen for another member', async () => {
    await proved();
    accepted(await choosePoints(world.ctx, programme(), session, { points: 5_000, price: 114_000n }));
    accepted(await identifyMember(world.ctx, programme(), session, cpf));
    expect(await pointsLinkOf(world.ctx, session)).toMatchObject({ points: null, token: null, device: null });
  });
});

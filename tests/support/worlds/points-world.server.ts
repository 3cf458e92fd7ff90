import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  choosePoints,
  identifyMember,
  pointsLinkOf,
  type PointsKind,
  type PointsProgramme,
  sendMemberCode,
  verifyMemberCode,
} from '#src/domain/customers/loyalty/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from './domain-world.server.ts';
import { avoidHourEnd } from '../clock/avoid-hour-end.ts';

export const memberCpf = '39053344705';
export const visitorIp = '203.0.113.9';

/** What a test of the points programme stands on: each test begins with another buyer, of whom nothing is known yet. */
export interface PointsWorld {
  database: TestDatabase;
  world: DomainWorld;
  /** The buyer's; a test may go on as another. */
  session: CheckoutSession;
}

/** The stage of one test file, and what a buyer does on it. Its parts are there from the first test on. */
export function createPointsWorld() {
  const sandboxWorld = {} as PointsWorld;
  beforeAll(async () => {
    sandboxWorld.database = await createTestDatabase();
  });
  afterAll(() => sandboxWorld.database.close());
  beforeEach(async () => {
    await sandboxWorld.database.db.deleteFrom('points_budgets').execute();
    sandboxWorld.world = createDomainWorld(sandboxWorld.database);
    // Questions are counted by the hour of the clock.
    avoidHourEnd(sandboxWorld.world.clock);
    ({ session: sandboxWorld.session } = await sandboxWorld.world.buyer());
  });
  /** The programme of the tests, but for what is changed. */
  const programme = (changes: Partial<PointsProgramme> = {}): PointsProgramme => ({
    ...sandboxWorld.world.points,
    ...changes,
  });
  const identify = (club = programme(), document = memberCpf, kind: PointsKind = 'spend') =>
    identifyMember(sandboxWorld.world.ctx, club, sandboxWorld.session, { document, kind, ip: visitorIp });
  const send = (deviceId = 'phone', club = programme()) =>
    sendMemberCode(sandboxWorld.world.ctx, club, sandboxWorld.session, { deviceId, ip: visitorIp });
  const enter = (code: string, club = programme()) =>
    verifyMemberCode(sandboxWorld.world.ctx, club, sandboxWorld.session, code);
  /** `price` in minor units. */
  const choose = (points: number, price = 114_000n) =>
    choosePoints(sandboxWorld.world.ctx, programme(), sandboxWorld.session, { points, price });
  const link = () => pointsLinkOf(sandboxWorld.world.ctx, sandboxWorld.session);
  /** The buyer proves who they are. */
  async function proved(club: PointsProgramme = programme()): Promise<void> {
    accepted(await identify(club));
    accepted(await send('phone', club));
    accepted(await enter('123456', club));
  }
  return { sandboxWorld, programme, identify, send, enter, choose, link, proved };
}

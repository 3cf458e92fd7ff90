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
  const stage = {} as PointsWorld;
  beforeAll(async () => {
    stage.database = await createTestDatabase();
  });
  afterAll(() => stage.database.close());
  beforeEach(async () => {
    await stage.database.db.deleteFrom('points_budgets').execute();
    stage.world = createDomainWorld(stage.database);
    // Questions are counted by the hour of the clock.
    avoidHourEnd(stage.world.clock);
    ({ session: stage.session } = await stage.world.buyer());
  });
  /** The programme of the tests, but for what is changed. */
  const programme = (changes: Partial<PointsProgramme> = {}): PointsProgramme => ({
    ...stage.world.points,
    ...changes,
  });
  const identify = (club = programme(), document = memberCpf, kind: PointsKind = 'spend') =>
    identifyMember(stage.world.ctx, club, stage.session, { document, kind, ip: visitorIp });
  const send = (deviceId = 'phone', club = programme()) =>
    sendMemberCode(stage.world.ctx, club, stage.session, { deviceId, ip: visitorIp });
  const enter = (code: string, club = programme()) => verifyMemberCode(stage.world.ctx, club, stage.session, code);
  /** `price` in minor units. */
  const choose = (points: number, price = 114_000n) =>
    choosePoints(stage.world.ctx, programme(), stage.session, { points, price });
  const link = () => pointsLinkOf(stage.world.ctx, stage.session);
  /** The buyer proves who they are. */
  async function proved(club: PointsProgramme = programme()): Promise<void> {
    accepted(await identify(club));
    accepted(await send('phone', club));
    accepted(await enter('123456', club));
  }
  return { stage, programme, identify, send, enter, choose, link, proved };
}

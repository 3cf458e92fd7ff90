import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  addStaffMember,
  type InPersonPayment,
  findInPersonPayment,
  createInPersonPaymentService,
  collectInPersonPayment,
  type StaffMember,
} from '#src/domain/in-person/index.server.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import { chooseUnit } from '#src/domain/orders/index.server.ts';
import { createInPersonUnitGateway } from '#src/gateways/in-person-unit/gateway.server.ts';
import { createRailDirectory } from '#src/rails/rail-directory.server.ts';
import { rail } from '#src/rails/in-person/rail.ts';
import { railServer } from '#src/rails/in-person/rail.server.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from './domain-world.server.ts';

/** What a test of the units' desk stands on: the real domain, rail and gateway on a real database. */
export interface InPersonWorld {
  database: TestDatabase;
  world: DomainWorld;
  gateway: GatewayPort;
  /** Two people of the unit that buyers choose, and one of another. */
  ana: StaffMember;
  rui: StaffMember;
  stranger: StaffMember;
}

/** The least fields of each proof that are good. */
export const goodProofs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'credit-card-in-person': { nsu: '004512', authorisation: 'A1B2C3' },
  'pix-in-person': { endToEndId: 'E0041696820261121130512345678901' },
  cash: { receipt: '2026/118' },
};

export function createInPersonWorld() {
  const sandboxWorld = {} as InPersonWorld;
  beforeAll(async () => {
    sandboxWorld.database = await createTestDatabase();
  });
  afterAll(() => sandboxWorld.database.close());
  beforeEach(async () => {
    const [plan] = course.plans;
    if (!plan) throw new Error('The course has no plan');
    const methods = rail.methods.map((method) => ({ method, active: true, planId: plan.id }));
    const product = { ...course, plans: [{ ...plan, methods }] };
    const { catalog } = createDomainWorld(sandboxWorld.database).ctx;
    sandboxWorld.world = createDomainWorld(sandboxWorld.database, {
      catalog: { ...catalog, product: () => product },
      rails: createRailDirectory([rail], { [rail.id]: railServer }),
      gateways: {
        choose: () => sandboxWorld.gateway,
        byId: (id) => (id === sandboxWorld.gateway.id ? sandboxWorld.gateway : null),
        all: () => [sandboxWorld.gateway],
      },
    });
    const { clock } = sandboxWorld.world;
    sandboxWorld.gateway = createInPersonUnitGateway({
      inPersonPayments: createInPersonPaymentService({ db: sandboxWorld.database.db, clock }),
      clock,
    });
    const of = async (person: string, unitId = 'centro'): Promise<StaffMember> =>
      (await addStaffMember(sandboxWorld.world.ctx, { brand: 'school', unitId, person, name: person })).person;
    [sandboxWorld.ana, sandboxWorld.rui, sandboxWorld.stranger] = [
      await of('ana'),
      await of('rui'),
      await of('eva', 'elsewhere'),
    ];
  });

  /** A buyer who promised to pay at the unit. */
  async function promise(instrument = 'cash'): Promise<InPersonPayment> {
    const { session, quote } = await sandboxWorld.world.buyer();
    accepted(await chooseUnit(sandboxWorld.world.ctx, session, 'centro'));
    const paid = accepted(
      await sandboxWorld.world.pay(session, quote, {
        tenders: [{ method: instrument, installments: 1, fields: { means: instrument } }],
      }),
    );
    const payment = await findInPersonPayment(sandboxWorld.database.db, 'attempt_id', paid.attemptId);
    if (!payment) throw new Error(`No claim for an attempt that is ${paid.state}`);
    return payment;
  }
  const take = (
    payment: InPersonPayment,
    fields = goodProofs[payment.method] ?? {},
    amount = payment.amount,
    by = sandboxWorld.ana,
  ) =>
    collectInPersonPayment(sandboxWorld.world.ctx, by, {
      inPersonPaymentId: payment.id,
      amount,
      fields,
      ip: '192.0.2.7',
    });
  const orderState = async ({ orderId }: InPersonPayment) =>
    sandboxWorld.database.db
      .selectFrom('orders')
      .select(['state', 'received', 'returned'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
  return { sandboxWorld, promise, take, orderState };
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { err, ok } from '#src/kernel/result/result.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createStaffTeam, type StaffTeam } from '#tests/support/worlds/staff-team.server.ts';
import { endGrant, giveApprovedGrant, giveGrant, type StaffActor } from '../index.server.ts';
import { approvalHours } from './approval-request.types.ts';
import {
  approvalRequestsFor,
  approveRequest,
  askApproval,
  rejectRequest,
  takeBackRequest,
  useApproval,
} from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let team: StaffTeam;
let ana: StaffActor;
let lead: StaffActor;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  team = createStaffTeam(world.ctx);
  ana = await team.join('ana', ['finance', '*']);
  lead = await team.join('lead', ['finance-lead', '*']);
});
afterEach(() => database.close());

const done = () => Promise.resolve(ok(null));
const payload = { filter: 'brand=wise-up' };

async function ask(actor = ana): Promise<string> {
  const asked = { kind: 'export' as const, brand: 'wise-up', payload, shown: { rows: 1_204 }, reason: 'accountant' };
  return accepted(await transaction(database.db, (trx) => askApproval(world.ctx, trx, actor, asked))).id;
}
const approve = async (id: string, actor = lead, effect = done) => {
  const decided = await approveRequest(world.ctx, actor, id, effect);
  return decided.ok ? decided.value.state : decided.error;
};
const use = (actor: StaffActor, id: string, filter = payload.filter) =>
  transaction(database.db, (trx) =>
    useApproval(world.ctx, trx, actor, { id, kind: 'export', isSame: (one) => one['filter'] === filter }),
  );

describe('an approval request', () => {
  test('is approved by a second person, and what it allows is done by its asker once, as it was shown', async () => {
    const id = await ask();
    expect(await approve(id, ana)).toBe('own-request');
    expect((await use(ana, id)).ok).toBe(false);
    expect(await approve(id)).toBe('approved');
    expect(await use(lead, id)).toEqual({ ok: false, error: 'request-not-found' });
    expect(await use(ana, id, 'brand=conquer')).toEqual({ ok: false, error: 'request-not-found' });
    const both = await Promise.all([use(ana, id), use(ana, id)]);
    expect(both.filter((one) => one.ok)).toHaveLength(1);
    const actions = await database.db.selectFrom('audit_log').select('action').where('approval_id', '=', id).execute();
    expect(actions.map(({ action }) => action)).toEqual(['approval.ask', 'approval.approved']);
  });

  test('that two approve at once has one effect', async () => {
    const other = await team.join('other', ['finance-lead', '*']);
    const id = await ask();
    let effects = 0;
    const effect = () => {
      effects += 1;
      return done();
    };
    const outcomes = await Promise.all([
      approve(id, lead, effect),
      approve(id, other, effect),
      approve(id, lead, effect),
    ]);
    expect(outcomes.toSorted()).toEqual(['approved', 'request-over', 'request-over']);
    expect(effects).toBe(1);
  });

  test('whose effect fails waits on, without a decision and its entry', async () => {
    const id = await ask();
    const decided = await approveRequest(world.ctx, lead, id, () => Promise.resolve(err('changed' as const)));
    expect(decided).toEqual({ ok: false, error: 'changed' });
    expect(await approvalRequestsFor(world.ctx, lead)).toMatchObject([{ id, state: 'waiting' }]);
    expect(await database.db.selectFrom('audit_log').where('action', '=', 'approval.approved').execute()).toEqual([]);
  });

  test('is over after two days, when it was rejected, and when its asker took it back', async () => {
    const [late, rejected, taken] = [await ask(), await ask(), await ask()];
    accepted(await rejectRequest(world.ctx, lead, rejected));
    expect((await takeBackRequest(world.ctx, lead, taken)).ok).toBe(false);
    accepted(await takeBackRequest(world.ctx, ana, taken));
    world.clock.advance(approvalHours * 3_600_000);
    const outcomes = [await approve(late), await approve(rejected), await approve(taken)];
    expect(outcomes).toEqual(['request-over', 'request-over', 'request-over']);
  });

  test('may be used for a day after its approval', async () => {
    const id = await ask();
    await approve(id);
    world.clock.advance(24 * 3_600_000);
    expect(await use(ana, id)).toEqual({ ok: false, error: 'request-over' });
  });

  test('is not written where nobody else could approve it', async () => {
    const asked = { kind: 'export' as const, brand: 'wise-up', payload, shown: {}, reason: 'x' };
    const result = await transaction(database.db, (trx) => askApproval(world.ctx, trx, lead, asked));
    expect(result).toEqual({ ok: false, error: 'second-person-needed' });
    expect(await database.db.selectFrom('approval_requests').execute()).toEqual([]);
  });

  test('is seen by its asker and by who may decide it in that brand, by nobody else', async () => {
    const id = await ask();
    const elsewhere = await team.join('elsewhere', ['finance-lead', 'brand:conquer']);
    const here = await team.join('here', ['finance-lead', 'brand:wise-up']);
    const seen = async (actor: StaffActor) => (await approvalRequestsFor(world.ctx, actor)).map((one) => one.id);
    expect(await Promise.all([ana, here, elsewhere].map(seen))).toEqual([[id], [id], []]);
  });

  test.each([
    ["state = 'approved', decided_by = asked_by, decided_at = now()", 'approval_requests_two_people'],
    ["state = 'approved', decided_at = now()", 'approval_requests_decided_by'],
    ['used_at = now()', 'approval_requests_used'],
  ])('is held by the database alone against: %s', async (set, rule) => {
    await ask();
    await expect(database.pool.query(`update approval_requests set ${set}`)).rejects.toThrow(rule);
  });
});

describe('a grant', () => {
  const grant = { scope: 'brand:wise-up', until: null, reason: 'starts on Monday' } as const;

  test('of help is given by one person, and ends at once', async () => {
    const people = await team.join('rh', ['people', 'brand:wise-up']);
    const dora = await team.join('dora');
    const input = { ...grant, accountId: dora.accountId, role: 'help' } as const;
    const given = accepted(await giveGrant(world.ctx, people, input));
    expect(await giveGrant(world.ctx, people, input)).toEqual({ ok: false, error: 'grant-exists' });
    expect((await team.signIn('dora')).grants).toMatchObject([{ role: 'help', scope: 'brand:wise-up' }]);
    const wide = { ...input, scope: '*' } as const;
    expect(await giveGrant(world.ctx, people, wide)).toEqual({ ok: false, error: 'scope-not-allowed' });
    const own = { ...input, accountId: people.accountId };
    expect(await giveGrant(world.ctx, people, own)).toEqual({ ok: false, error: 'own-grant' });
    if (given.kind === 'given') accepted(await endGrant(world.ctx, people, given.grantId, 'left the team'));
    expect((await team.signIn('dora')).grants).toEqual([]);
  });

  test('with an end gives nothing after it, and may be given again', async () => {
    const people = await team.join('rh', ['people', '*']);
    const dora = await team.join('dora');
    const until = new Date(world.clock.now().getTime() + 60_000);
    const input = { ...grant, accountId: dora.accountId, role: 'help', until } as const;
    accepted(await giveGrant(world.ctx, people, input));
    world.clock.advance(60_000);
    expect((await team.signIn('dora')).grants).toEqual([]);
    expect(await giveGrant(world.ctx, people, input)).toEqual({ ok: false, error: 'until-past' });
    accepted(await giveGrant(world.ctx, people, { ...input, until: null }));
  });

  test('of operator waits for a second person, who is neither its giver nor the one who gets it', async () => {
    const people = await team.join('rh', ['people', '*']);
    const dora = await team.join('dora', ['auditor', '*']);
    const auditor = await team.join('auditor', ['auditor', '*']);
    const input = { ...grant, accountId: dora.accountId, role: 'operator' } as const;
    const asked = accepted(await giveGrant(world.ctx, people, input));
    if (asked.kind !== 'waiting') throw new Error('operator needs two people');
    const decide = async (actor: StaffActor) => {
      const decided = await approveRequest(world.ctx, actor, asked.request.id, (trx, request) =>
        giveApprovedGrant(world.ctx, trx, actor, request),
      );
      return decided.ok ? decided.value.state : decided.error;
    };
    expect([await decide(people), await decide(dora), await decide(auditor)]).toEqual([
      ...['own-request', 'own-grant', 'approved'],
    ]);
    const row = database.db.selectFrom('staff_grants').selectAll().where('role', '=', 'operator');
    expect(await row.execute()).toMatchObject([
      { account_id: dora.accountId, granted_by: people.accountId, approved_by: auditor.accountId },
    ]);
  });

  test.each([
    [`'operator', '*', 'console', $2, null`, 'staff_grants_approved'],
    [`'people', '*', 'console', $2, $2`, 'staff_grants_two_people'],
    [`'help', '*', 'console', $1, null`, 'staff_grants_not_to_oneself'],
    [`'help', '*', 'console', null, null`, 'staff_grants_given_by_a_person'],
  ])('is held by the database alone against: %s', async (values, rule) => {
    const insert = `insert into staff_grants (id, account_id, role, scope, source, granted_by, approved_by, granted_at)
      select 'sgr_1', $1::text, ${values.replaceAll(/\$(\d)/g, '$$$1::text')}, now() where $2::text is not null`;
    await expect(database.pool.query(insert, [ana.accountId, lead.accountId])).rejects.toThrow(rule);
  });
});

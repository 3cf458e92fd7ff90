import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { createStaffTeam, type StaffTeam } from '#tests/support/worlds/staff-team.server.ts';
import { confirmRefund, requestStaffRefund } from '../../payments/index.server.ts';
import { singleApprovalLimits } from '../../payments/refunds/refund-limits.data.ts';
import { endGrant, giveGrant, letPersonBack, markPersonLeft, tieToken } from '../index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
let team: StaffTeam;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
  team = createStaffTeam(world.ctx);
});
afterEach(() => world.end());

const amount = 50_000n;
const limits = { ...singleApprovalLimits, BRL: 20_000n };

/** A refund above the limit that waits. */
async function refundOf(by: string): Promise<string> {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.payWith(session, quote, [card(60_000n), card()]));
  const refundId = newSecret();
  const request = { orderId, amount, refundId, reason: 'goodwill', by, hasApprover: true };
  accepted(await requestStaffRefund(world.ctx, request, limits));
  return refundId;
}
async function confirm(refundId: string, by: string): Promise<string> {
  const done = await confirmRefund(world.ctx, refundId, by, amount);
  return done.ok ? 'sent' : done.error;
}
const sentRefunds = async () => (await database.db.selectFrom('refund_requests').select('id').execute()).length;

describe('a refund above the limit', () => {
  test('is approved by another person who may, in that brand', async () => {
    const ana = await team.join('ana', ['help', '*']);
    const bia = await team.join('bia', ['help-lead', 'brand:school']);
    const caio = await team.join('caio', ['finance-lead', 'brand:conquer']);
    const refundId = await refundOf(ana.actor);
    expect(await confirm(refundId, ana.actor)).toBe('own-refund');
    expect(await confirm(refundId, caio.actor)).toBe('approver-not-allowed');
    expect(await confirm(refundId, bia.actor)).toBe('sent');
    const row = await database.db.selectFrom('pending_refunds').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ requested_account: ana.accountId, decided_account: bia.accountId });
  });

  test('is not approved by its asker in another session, nor by a token that is theirs', async () => {
    const ana = await team.join('ana', ['help-lead', '*']);
    const people = await team.join('rh', ['people', '*']);
    await tieToken(world.ctx, people, ana.accountId, 'ana');
    expect(await confirm(await refundOf(ana.actor), (await team.signIn('ana')).actor)).toBe('own-refund');
    expect(await confirm(await refundOf(ana.actor), 'token:ana')).toBe('own-refund');
    expect(await confirm(await refundOf('token:ana'), ana.actor)).toBe('own-refund');
    expect(await sentRefunds()).toBe(0);
  });

  test('is not approved when a token is tied to its asker only after they asked', async () => {
    const ana = await team.join('ana', ['help-lead', '*']);
    const people = await team.join('rh', ['people', '*']);
    const refundId = await refundOf('token:ana');
    await tieToken(world.ctx, people, ana.accountId, 'ana');
    expect(await confirm(refundId, ana.actor)).toBe('own-refund');
  });

  test('is not approved while a token is being tied to its approver', async () => {
    const ana = await team.join('ana', ['help-lead', '*']);
    const refundId = await refundOf('token:ana');
    const tying = await database.pool.connect();
    await tying.query('begin');
    await tying.query(`update staff_accounts set token_name = 'ana' where id = $1`, [ana.accountId]);
    const outcome = confirm(refundId, ana.actor);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await database.pool.query(waits)).rowCount).toBe(1), 5_000);
    await tying.query('commit');
    tying.release();
    expect(await outcome).toBe('own-refund');
  });

  test('is not approved once its asker has lost the role or left, but is when they have it again', async () => {
    const people = await team.join('rh', ['people', '*']);
    const bia = await team.join('bia', ['help-lead', '*']);
    const ana = await team.join('ana');
    const grant = {
      accountId: ana.accountId,
      role: 'help',
      scope: 'brand:school',
      until: null,
      reason: 'new',
    } as const;
    const given = accepted(await giveGrant(world.ctx, people, grant));
    if (given.kind !== 'given') throw new Error('help needs one person');
    const refundId = await refundOf(ana.actor);
    accepted(await endGrant(world.ctx, people, given.grantId, 'moved'));
    expect(await confirm(refundId, bia.actor)).toBe('asker-not-allowed');
    accepted(await markPersonLeft(world.ctx, people, ana.accountId, 'left'));
    accepted(await letPersonBack(world.ctx, people, ana.accountId, 'back'));
    expect(await confirm(refundId, bia.actor)).toBe('asker-not-allowed');
    accepted(await giveGrant(world.ctx, people, grant));
    expect(await confirm(refundId, bia.actor)).toBe('sent');
  });

  test('beside the end of the approver’s role is either sent or not: never sent by somebody who had lost it', async () => {
    const ana = await team.join('ana', ['help', '*']);
    const people = await team.join('rh', ['people', '*']);
    const bia = await team.join('bia');
    const grant = { accountId: bia.accountId, role: 'help-lead', scope: '*', until: null, reason: 'lead' } as const;
    const outcomes: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const given = accepted(await giveGrant(world.ctx, people, grant));
      if (given.kind !== 'given') throw new Error('help-lead needs one person');
      const refundId = await refundOf(ana.actor);
      const ended = () => endGrant(world.ctx, people, given.grantId, 'race');
      const [outcome] =
        round % 2 === 0
          ? await Promise.all([confirm(refundId, bia.actor), ended()])
          : (await Promise.all([ended(), confirm(refundId, bia.actor)])).toReversed();
      outcomes.push(String(outcome));
      expect(await confirm(refundId, bia.actor)).toBe(outcome === 'sent' ? 'sent' : 'approver-not-allowed');
    }
    expect(outcomes.every((one) => one === 'sent' || one === 'approver-not-allowed')).toBe(true);
    expect(await sentRefunds()).toBe(outcomes.filter((one) => one === 'sent').length);
  });

  test('is not approved by a token of nobody once two people may; a tied one may', async () => {
    await team.join('bia', ['help-lead', '*']);
    const first = await refundOf('token:ana');
    expect(await confirm(first, 'token:caio')).toBe('sent');
    const dora = await team.join('dora', ['finance-lead', 'brand:school']);
    const people = await team.join('rh', ['people', '*']);
    const second = await refundOf('token:ana');
    expect(await confirm(second, 'token:caio')).toBe('token-not-tied');
    accepted(await tieToken(world.ctx, people, dora.accountId, 'caio'));
    expect(await confirm(second, 'token:caio')).toBe('sent');
  });

  test('keeps two accounts apart by the database alone', async () => {
    const ana = await team.join('ana', ['help-lead', '*']);
    await refundOf(ana.actor);
    await expect(
      database.pool.query(
        `update pending_refunds set state = 'confirmed', decided_by = 'token:ana', decided_account = $1, decided_at = now()`,
        [ana.accountId],
      ),
    ).rejects.toThrow('pending_refunds_two_accounts');
  });
});

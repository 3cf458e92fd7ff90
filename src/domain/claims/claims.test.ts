import { describe, expect, test } from 'vitest';
import { err } from '#src/kernel/result/result.ts';
import { deskStage, goodProofs } from '#tests/support/desk-stage.server.ts';
import { accepted } from '#tests/support/domain-world.server.ts';
import { opens } from '../capabilities/index.server.ts';
import { sweepAttempts } from '../payments/index.server.ts';
import {
  appointPerson,
  askReversal,
  type Claim,
  claimBy,
  claimsOfUnit,
  decideReversal,
  eraseAccounts,
  historyOf,
  openProof,
  reversalsOf,
  revokePerson,
  takeClaim,
  writeMagneticLine,
} from './index.server.ts';

const { stage, promise, take, orderState } = deskStage();
const day = 86_400_000;
let papers = 0;
/** A receipt that no other test has used. */
const receipt = () => ({ receipt: `R-${(papers += 1)}` });
const now = async ({ id }: Claim): Promise<Claim | null> => claimBy(stage.database.db, 'id', id);

describe('money that is handed over', () => {
  test.each(['credit-card-in-person', 'pix-in-person', 'cash'])(
    'by %s pays the order once it is confirmed',
    async (means) => {
      const claim = await promise(means);
      expect(claim).toMatchObject({ state: 'open', amount: 114_000n, unit: { name: 'Centro' }, method: means });
      expect(await orderState(claim)).toMatchObject({ state: 'open', received: 0n });
      expect(
        await stage.database.db
          .selectFrom('access_grants')
          .select('id')
          .where('order_id', '=', claim.orderId)
          .execute(),
      ).toEqual([]);
      accepted(await take(claim));
      expect(await orderState(claim)).toMatchObject({ state: 'paid', received: 114_000n });
      const history = await historyOf(stage.database.db, claim.id);
      expect(history.map(({ kind, personId, ip }) => [kind, personId, ip])).toEqual([
        ['opened', null, ''],
        ['taken', stage.ana.id, '192.0.2.7'],
      ]);
    },
  );

  test('is confirmed once, also by two people at once', async () => {
    const claim = await promise();
    const both = await Promise.all([take(claim, receipt()), take(claim, receipt(), claim.amount, stage.rui)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual(err({ code: 'claim-taken' }));
    expect(await orderState(claim)).toMatchObject({ received: 114_000n });
  });

  test('needs a proof that fits, and one that no other claim has', async () => {
    const [claim, other] = [await promise('cash'), await promise('cash')];
    expect(await take(claim, { receipt: '' })).toEqual(
      err({ code: 'proof-invalid', fields: { receipt: 'unit.proof.receipt.wrong' } }),
    );
    const paper = receipt();
    accepted(await take(claim, paper));
    expect(await take(other, { receipt: paper.receipt.toLowerCase() })).toEqual(err({ code: 'proof-used' }));
    expect((await now(other))?.state).toBe('open');
  });

  test('is less or more than was asked for: what is missing stays owed, what is too much is asked back', async () => {
    const less = await promise();
    accepted(await take(less, receipt(), 100_000n));
    expect(await orderState(less)).toMatchObject({ state: 'partly-paid', received: 100_000n });
    const more = await promise();
    accepted(await take(more, receipt(), 120_000n));
    expect(await orderState(more)).toMatchObject({ state: 'paid', received: 114_000n });
    // Under way until somebody at the unit has handed it back: the job comes again.
    await expect(stage.world.runJobs()).rejects.toThrow('fact');
    const [back] = await reversalsOf(stage.database.db, [more.id]);
    expect(back).toMatchObject({ amount: 6_000n, reason: 'checkout', state: 'asked', askedBy: null });
    const decision = { reversalId: back?.id ?? '', agrees: true, ip: '' };
    accepted(await decideReversal(stage.world.ctx, stage.ana, decision));
    const breaks = await stage.database.db
      .selectFrom('money_breaks')
      .select(['kind', 'amount', 'state'])
      .where('order_id', '=', more.orderId)
      .execute();
    expect(breaks).toEqual([{ kind: 'surplus', amount: 6_000n, state: 'resolved' }]);
    expect(await orderState(more)).toMatchObject({ state: 'paid', received: 114_000n, returned: 0n });
    expect(await take(await promise(), receipt(), 300_000n)).toEqual(err({ code: 'amount-invalid' }));
  });

  test('is nobody else’s business than that unit’s', async () => {
    const claim = await promise();
    expect(await take(claim, receipt(), claim.amount, stage.stranger)).toEqual(err({ code: 'claim-unknown' }));
    const revoked = { ...stage.ana, isRevoked: true };
    expect(await take(claim, receipt(), claim.amount, revoked)).toEqual(err({ code: 'claim-unknown' }));
    const seen = await claimsOfUnit(stage.database.db, stage.stranger, 'open', 50);
    expect(seen).toEqual([]);
  });

  test('comes too late after the last day, and the claim is withdrawn', async () => {
    const claim = await promise();
    // Its last day ends at a midnight, and the sweep waits a little longer than that.
    stage.world.clock.advance(7 * day);
    expect(await take(claim, receipt())).toEqual(err({ code: 'claim-over' }));
    await sweepAttempts(stage.world.ctx);
    await stage.world.runJobs();
    expect((await now(claim))?.state).toBe('withdrawn');
    expect(await take(claim, receipt())).toEqual(err({ code: 'claim-over' }));
  });

  test('is heard of although the answer to the confirmation was lost', async () => {
    const claim = await promise();
    const deaf = { ...stage.world.ctx, gateways: { ...stage.world.ctx.gateways, byId: () => null } };
    await expect(
      takeClaim(deaf, stage.ana, { claimId: claim.id, amount: claim.amount, fields: receipt(), ip: '' }),
    ).rejects.toThrow('does not exist');
    expect(await orderState(claim)).toMatchObject({ state: 'open' });
    const page = await stage.gateway.creditsSince?.(null);
    expect(page?.hints.map(({ attemptId }) => attemptId)).toContain(claim.attemptId);
    expect((await stage.gateway.creditsSince?.(page?.cursor ?? null))?.hints).toEqual([]);
  });
});

describe('money that goes back', () => {
  const wish = (claim: Claim, amount = claim.amount) =>
    ({ claimId: claim.id, amount, reason: 'withdrawal', ip: '192.0.2.8' }) as const;
  const asked = async (claim: Claim) => (await reversalsOf(stage.database.db, [claim.id])).at(-1)?.id ?? '';

  test('needs two people, and then leaves the order', async () => {
    const claim = await promise();
    accepted(await take(claim, receipt()));
    accepted(await askReversal(stage.world.ctx, stage.ana, wish(claim)));
    expect(await askReversal(stage.world.ctx, stage.rui, wish(claim))).toEqual(err('reversal-open'));
    const decision = { reversalId: await asked(claim), agrees: true, ip: '192.0.2.9' };
    expect(await decideReversal(stage.world.ctx, stage.ana, decision)).toEqual(err('same-person'));
    expect(await decideReversal(stage.world.ctx, stage.stranger, decision)).toEqual(err('reversal-unknown'));
    expect(await orderState(claim)).toMatchObject({ state: 'paid', returned: 0n });
    accepted(await decideReversal(stage.world.ctx, stage.rui, decision));
    expect(await orderState(claim)).toMatchObject({ state: 'refunded', returned: 114_000n });
    expect(await decideReversal(stage.world.ctx, stage.rui, decision)).toEqual(err('reversal-unknown'));
    expect((await historyOf(stage.database.db, claim.id)).map(({ kind }) => kind)).toEqual([
      'opened',
      'taken',
      'reversal-asked',
      'reversal-approved',
    ]);
  });

  test('is never more than is held, and a no leaves all as it was', async () => {
    const claim = await promise();
    accepted(await take(claim, receipt()));
    expect(await askReversal(stage.world.ctx, stage.ana, wish(claim, 114_001n))).toEqual(err('too-much'));
    accepted(await askReversal(stage.world.ctx, stage.ana, wish(claim, 50_000n)));
    const reversalId = await asked(claim);
    accepted(await decideReversal(stage.world.ctx, stage.rui, { reversalId, agrees: false, ip: '' }));
    expect(await orderState(claim)).toMatchObject({ state: 'paid', returned: 0n });
    accepted(await askReversal(stage.world.ctx, stage.ana, wish(claim, 50_000n)));
    const again = { reversalId: await asked(claim), agrees: true, ip: '' };
    accepted(await decideReversal(stage.world.ctx, stage.rui, again));
    expect(await askReversal(stage.world.ctx, stage.ana, wish(claim, 64_001n))).toEqual(err('too-much'));
    expect(await orderState(claim)).toMatchObject({ returned: 50_000n });
  });

  test('by alínea 11 is for paper alone', async () => {
    const claim = await promise('cheque');
    const fields = { line: writeMagneticLine('2371234', '0180001235', '0000123456'), dueOn: '2099-01-01' };
    expect(await take(claim, fields)).toEqual(
      err({ code: 'proof-invalid', fields: { dueOn: 'unit.proof.dueOn.wrong' } }),
    );
    const dueOn = new Date(stage.world.clock.now().getTime() + 30 * day).toISOString().slice(0, 10);
    accepted(await take(claim, { ...fields, dueOn }));
    const kept = (await now(claim))?.movements[0]?.proof ?? {};
    const clear = { bank: '237', agency: '1234', number: '000123', dueOn };
    expect(openProof(stage.world.ctx, kept)).toEqual({ ...clear, account: '0000123456' });
    const asKept = stage.database.pool.query(
      'select concat(proof, proof_key) as text from claim_movements where claim_id = $1',
      [claim.id],
    );
    expect((await asKept).rows[0]).toEqual({ text: expect.not.stringContaining('0000123456') });
    const again = await promise('cheque');
    expect(await take(again, { ...fields, dueOn })).toEqual(err({ code: 'proof-used' }));
    accepted(await askReversal(stage.world.ctx, stage.ana, { ...wish(claim), reason: 'returned-11' }));
    const notes = await promise();
    accepted(await take(notes, receipt()));
    expect(await askReversal(stage.world.ctx, stage.ana, { ...wish(notes), reason: 'returned-12' })).toEqual(
      err('reason-wrong'),
    );
  });
});

test('a person’s link ends with the next one, and with their leaving', async () => {
  const { ctx } = stage.world;
  const who = { brand: 'school', unitId: 'centro', person: 'nia', name: 'Nia' };
  const first = await appointPerson(ctx, who);
  const second = await appointPerson(ctx, who);
  expect(second.person.id).toBe(first.person.id);
  expect([await opens(ctx, first.person.id, first.token), await opens(ctx, first.person.id, second.token)]).toEqual([
    false,
    true,
  ]);
  expect([await revokePerson(ctx, who), await revokePerson(ctx, who)]).toEqual([true, false]);
  expect(await opens(ctx, first.person.id, second.token)).toBe(false);
  expect((await appointPerson(ctx, who)).person.id).not.toBe(first.person.id);
});

test('the account on a cheque is gone with its buyer’s data, and the cheque is still known', async () => {
  const { db } = stage.database;
  const claim = await promise('cheque');
  const dueOn = new Date(stage.world.clock.now().getTime() + 30 * day).toISOString().slice(0, 10);
  const fields = { line: writeMagneticLine('2371235', '0180001236', '0000654321'), dueOn };
  accepted(await take(claim, fields));
  await eraseAccounts(db, [claim.orderId]);
  const kept = { bank: '237', agency: '1235', number: '000123', dueOn };
  expect((await now(claim))?.movements[0]?.proof).toEqual(kept);
  expect(await take(await promise('cheque'), fields)).toEqual(err({ code: 'proof-used' }));
  const other = db.updateTable('claim_movements').set({ proof: JSON.stringify({ ...kept, bank: '001' }) });
  await expect(other.execute()).rejects.toThrow('append-only');
});

test('the table itself refuses one pair of eyes, a second taking, and a changed line', async () => {
  const { db } = stage.database;
  const claim = await promise();
  accepted(await take(claim, goodProofs['cash'] && receipt()));
  accepted(await askReversal(stage.world.ctx, stage.ana, { claimId: claim.id, amount: 1n, reason: 'mistake', ip: '' }));
  const alone = db
    .updateTable('claim_reversals')
    .set({ state: 'approved', decided_by: stage.ana.id, decided_at: new Date() })
    .where('claim_id', '=', claim.id);
  await expect(alone.execute()).rejects.toThrow('claim_reversals_check');
  const [movement] = (await now(claim))?.movements ?? [];
  await expect(
    db
      .updateTable('claim_movements')
      .set({ proof: '{}' })
      .where('id', '=', movement?.id ?? '')
      .execute(),
  ).rejects.toThrow('append-only');
  await expect(db.deleteFrom('claim_events').execute()).rejects.toThrow('append-only');
});

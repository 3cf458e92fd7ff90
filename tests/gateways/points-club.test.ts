import { expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { ChargeRequest } from '#src/domain/payments/index.ts';
import { createPointsClubGateway } from '#src/gateways/points-club/gateway.server.ts';
import { createPointsClub } from '#src/gateways/points-club/programme.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { chargeOf, factIn, referenceTo } from './suite/charges.server.ts';
import { runGatewaySuite } from './suite/gateway-suite.ts';
import { openSandboxWorld, type SandboxWorld } from './suite/sandbox-world.server.ts';

const points = sandboxSecrets.companies['points-club'];
/** A member of the stand-in who has enough for every charge of the suite. */
const member = { document: '52998224725', mail: 'joao@exemplo.com.br' } as const;
const address = (environment: SandboxWorld) => ({
  baseUrl: `${environment.world.origin}/points-club`,
  user: points?.user ?? '',
  secret: points?.secret ?? '',
});

/** Proves the member by a real code, once for each stage. */
const proofs = new WeakMap<SandboxWorld, Promise<{ memberId: string; token: string }>>();
async function prove(environment: SandboxWorld): Promise<{ memberId: string; token: string }> {
  const programme = createPointsClub(address(environment));
  const { memberId, devices } = accepted(await programme.identify(member.document));
  const { challengeId } = accepted(await programme.sendCode(memberId, devices[0]?.id ?? ''));
  const box = await environment.ask('GET', `/sandbox/inbox.json?to=${member.mail}`);
  const code = /\b\d{6}\b/.exec(JSON.stringify(box.json).replaceAll(/\\n/g, ' '))?.[0] ?? '';
  const { token } = accepted(await programme.verify(challengeId, code));
  return { memberId, token };
}
function provedOn(environment: SandboxWorld): Promise<{ memberId: string; token: string }> {
  const proof = proofs.get(environment) ?? prove(environment);
  proofs.set(environment, proof);
  return proof;
}

const make = (environment: SandboxWorld, budgetMs: number) =>
  createPointsClubGateway({
    ...address(environment),
    budgetMs,
    clock: environment.clock,
    members: {
      verifiedMemberFor: async () => (await proofs.get(environment)) ?? { memberId: 'mem_b40e6d58', token: 'none' },
    },
  });
/** R$ 1.140,00 at 32 points for each real. */
const details = { points: 36_480, pointsPerUnit: 32 };
const dress = async (environment: SandboxWorld, charge: ChargeRequest): Promise<ChargeRequest> => {
  await provedOn(environment);
  return { ...charge, details };
};

// The programme posts no messages: its answers are the whole story, and whoever missed one asks.
runGatewaySuite('Points of a programme', {
  company: 'points-club',
  keys: ['none', 'none-before'],
  make,
  dress,
  pay: null,
  refused: { state: 'declined', code: 'points-refused' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
  traits: { isQuiet: true },
});

/** One stage, one gateway, and a charge on it. */
async function onStage(work: (environment: SandboxWorld, charge: () => Promise<ChargeRequest>) => Promise<void>) {
  const environment = await openSandboxWorld();
  let serial = 9_000n;
  const charge = async (): Promise<ChargeRequest> => {
    serial += 1n;
    return dress(environment, chargeOf(environment, { serial }));
  };
  try {
    await work(environment, charge);
  } finally {
    await environment.close();
  }
}

test('points that are reserved leave the account, and come back when they are released', async () => {
  await onStage(async (environment, charge) => {
    const gateway = make(environment, 5_000);
    const one = { ...(await charge()), capture: 'later' as const };
    const programme = createPointsClub(address(environment));
    const { token } = await provedOn(environment);
    const before = accepted(await programme.account(token)).points;
    const started = factIn(await gateway.start(one));
    expect(started).toMatchObject({ state: 'authorized', movements: [] });
    expect(accepted(await programme.account(token)).points).toBe(before - 36_480);
    expect(factIn((await gateway.release?.(referenceTo(one))) ?? { kind: 'not-found' }).state).toBe('voided');
    expect(accepted(await programme.account(token)).points).toBe(before);
    // What was given up is taken by nobody.
    expect(factIn((await gateway.capture?.(referenceTo(one))) ?? { kind: 'not-found' }).state).toBe('voided');
  });
});

test('a reservation ends by itself after the time that the gateway names', async () => {
  await onStage(async (environment, charge) => {
    const gateway = make(environment, 5_000);
    const one = { ...(await charge()), capture: 'later' as const };
    factIn(await gateway.start(one));
    environment.clock.advance((gateway.holdSeconds ?? 0) * 1000 - 1_000);
    expect(factIn(await gateway.find(referenceTo(one))).state).toBe('authorized');
    environment.clock.advance(1_000);
    expect(factIn(await gateway.find(referenceTo(one))).state).toBe('voided');
  });
});

test('points refunded in parts add up to those that were taken', async () => {
  await onStage(async (environment, charge) => {
    const gateway = make(environment, 5_000);
    const one = await charge();
    const fact = factIn(await gateway.start(one));
    const programme = createPointsClub(address(environment));
    const { token } = await provedOn(environment);
    const after = accepted(await programme.account(token)).points;
    const reference = { ...referenceTo(one, fact.reference ?? null), movementId: fact.movements[0]?.id ?? '' };
    for (const [index, amount] of [33_333n, 33_333n, 47_334n].entries())
      factIn((await gateway.refund?.(reference, { amount, currency: 'BRL' }, `ref_${index}`)) ?? { kind: 'not-found' });
    expect(accepted(await programme.account(token)).points).toBe(after + 36_480);
  });
});

test('points are not redeemed without a proof, at another rate, or from too small a balance', async () => {
  await onStage(async (environment, charge) => {
    const gateway = make(environment, 5_000);
    const one = await charge();
    const codeOf = async (change: Partial<ChargeRequest>, by = gateway) =>
      factIn(await by.start({ ...one, ...change })).decline?.code;
    expect(await codeOf({ details: { points: 1_000, pointsPerUnit: 1 } })).toBe('points-rate-changed');
    expect(await codeOf({ details: { points: 30_000, pointsPerUnit: 32 } })).toBe('points-rate-changed');
    expect(await codeOf({ details: {} })).toBe('gateway-refused');
    const huge = { amount: { amount: 90_000_000n, currency: 'BRL' as const } };
    expect(await codeOf({ ...huge, details: { points: 28_800_000, pointsPerUnit: 32 } })).toBe('points-balance-short');
    const unproved = createPointsClubGateway({
      ...address(environment),
      budgetMs: 5_000,
      clock: environment.clock,
      members: { verifiedMemberFor: async () => null },
    });
    expect(await codeOf({}, unproved)).toBe('points-session-over');
    environment.clock.advance(15 * 60_000);
    expect(await codeOf({})).toBe('points-session-over');
    expect(environment.world.book().charges).toEqual([]);
  });
});

test('earned points are put on the account once, and taken back once', async () => {
  await onStage(async (environment) => {
    const programme = createPointsClub(address(environment));
    const { memberId, token } = await provedOn(environment);
    const before = accepted(await programme.account(token)).points;
    const earned = { reference: 'ord_1', memberId, points: 2_280 };
    accepted(await programme.credit(earned));
    accepted(await programme.credit(earned));
    expect(accepted(await programme.account(token)).points).toBe(before + 2_280);
    expect(await programme.credit({ ...earned, points: 9 })).toEqual({ ok: false, error: 'refused' });
    accepted(await programme.takeBack('ord_1'));
    accepted(await programme.takeBack('ord_1'));
    expect(accepted(await programme.account(token)).points).toBe(before);
    expect(await programme.takeBack('ord_2')).toEqual({ ok: false, error: 'refused' });
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { allAccounts } from '../accounts/index.server.ts';
import { makeFirstLink } from '../first-links/index.server.ts';
import { registerDirectoryPeople } from '../grants/index.server.ts';
import {
  endOwnSession,
  endSessionsOfSubject,
  findStaffSession,
  recordDirectoryCheck,
  refreshTokenOf,
  renewAuthentication,
  signInStaff,
  sweepStaffSessions,
} from './index.server.ts';
import type { StaffSignIn } from './sign-in.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const issuer = 'https://directory.school.example';
const minutes = (count: number) => world.clock.advance(count * 60_000);
const brandsOf = (business: string) => (business === 'wiser' ? ['wise-up', 'powerhouse'] : []);

function signIn(more: Partial<StaffSignIn> = {}) {
  return signInStaff(world.ctx, {
    identity: { issuer, subject: 'ana', email: 'Ana@school.example', name: 'Ana', locale: 'pt-BR' },
    ...{ directoryGrants: null, ipGroup: '203.0.113.0/24', agent: 'Firefox' },
    ...{ authenticatedAt: world.clock.now(), acr: 'mfa', refreshToken: 'refresh-1' },
    ...more,
  });
}
const find = (token: string) => findStaffSession(world.ctx, token, brandsOf);
const rolesOf = async (token: string) => (await find(token))?.actor.grants.map(({ role, scope }) => `${role}@${scope}`);

describe('a session', () => {
  test('is found by its secret, of which the database has the hash only', async () => {
    const { token, sessionId } = accepted(await signIn());
    const session = await find(token);
    expect(session?.actor).toMatchObject({ name: 'Ana', sessionId, ipGroup: '203.0.113.0/24', grants: [] });
    expect(session?.actor.actor).toBe(`staff:${session?.account.id}`);
    expect(await find(`${token}x`)).toBeNull();
    const [row] = await database.db.selectFrom('staff_sessions').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain('refresh-1');
    expect(await refreshTokenOf(world.ctx, sessionId)).toBe('refresh-1');
  });

  test('ends after 30 idle minutes, and ten hours after its beginning however busy it is', async () => {
    const { token } = accepted(await signIn());
    minutes(29);
    expect(await find(token)).not.toBeNull();
    minutes(31);
    expect(await find(token)).toBeNull();
    const { token: busy } = accepted(await signIn());
    for (let each = 0; each < 23; each += 1) {
      minutes(26);
      expect(await find(busy)).not.toBeNull();
    }
    minutes(3);
    expect(await find(busy)).toBeNull();
    expect(await database.db.selectFrom('staff_sessions').where('ended_at', 'is', null).execute()).toEqual([]);
  });

  test('is idle while nothing but an open page asks for it', async () => {
    const { token } = accepted(await signIn());
    for (let each = 0; each < 2; each += 1) {
      minutes(14);
      expect(await findStaffSession(world.ctx, token, brandsOf, { isUse: false })).not.toBeNull();
    }
    minutes(3);
    expect(await findStaffSession(world.ctx, token, brandsOf, { isUse: false })).toBeNull();
  });

  test('asks the directory again after 15 minutes, and ends when its person has left', async () => {
    const { token, sessionId } = accepted(await signIn());
    minutes(16);
    expect((await find(token))?.isDirectoryCheckDue).toBe(true);
    await recordDirectoryCheck(world.ctx, sessionId, { refreshToken: 'refresh-2', directoryGrants: null });
    expect((await find(token))?.isDirectoryCheckDue).toBe(false);
    expect(await refreshTokenOf(world.ctx, sessionId)).toBe('refresh-2');
    expect(await endSessionsOfSubject(world.ctx, issuer, 'ana')).toBe(1);
    expect(await find(token)).toBeNull();
    expect(await refreshTokenOf(world.ctx, sessionId)).toBeNull();
  });

  test('of a person who proves again who they are gets another secret; of another person it stays as it is', async () => {
    const { token, sessionId } = accepted(await signIn());
    accepted(await signIn({ identity: { issuer, subject: 'bia', email: 'b@x.example', name: 'Bia', locale: 'en' } }));
    minutes(10);
    const proof = { issuer, authenticatedAt: world.clock.now(), acr: 'mfa', refreshToken: null };
    expect(await renewAuthentication(world.ctx, sessionId, { ...proof, subject: 'bia' })).toBeNull();
    const renewed = await renewAuthentication(world.ctx, sessionId, { ...proof, subject: 'ana' });
    expect(await find(token)).toBeNull();
    expect((await find(renewed?.token ?? ''))?.authenticatedAt).toEqual(proof.authenticatedAt);
  });

  test('is ended by its owner only, and both ends stand in the audit log', async () => {
    const ana = accepted(await signIn());
    const identity = { issuer, subject: 'bia', email: 'b@x.example', name: 'Bia', locale: 'en' };
    const bia = (await find(accepted(await signIn({ identity })).token))?.actor;
    const own = (await find(ana.token))?.actor;
    if (!bia || !own) throw new Error('Both are signed in');
    expect(await endOwnSession(world.ctx, bia, ana.sessionId, 'ended-by-owner')).toBe(false);
    const other = accepted(await signIn({ ipGroup: '198.51.100.0/24' })).sessionId;
    expect(await endOwnSession(world.ctx, own, other, 'ended-by-owner')).toBe(true);
    expect(await endOwnSession(world.ctx, own, ana.sessionId, 'signed-out')).toBe(true);
    expect(await endOwnSession(world.ctx, own, ana.sessionId, 'signed-out')).toBe(false);
    const columns = ['actor', 'action', 'session_id', 'ip_group', 'detail'] as const;
    const entries = database.db.selectFrom('audit_log').select(columns).orderBy('id');
    const where = { session_id: ana.sessionId, ip_group: '203.0.113.0/24' };
    expect(await entries.execute()).toMatchObject([
      { actor: own.actor, action: 'session.begin', ...where },
      { actor: bia.actor, action: 'session.begin' },
      { actor: own.actor, action: 'session.begin', session_id: other, ip_group: '198.51.100.0/24' },
      { actor: own.actor, action: 'session.end', ...where, detail: { because: 'ended-by-owner', sessionId: other } },
      {
        actor: own.actor,
        action: 'session.end',
        ...where,
        detail: { because: 'signed-out', sessionId: ana.sessionId },
      },
    ]);
  });
});

test('sessions whose browser never came back end with their refresh tokens, and are deleted after 90 days', async () => {
  accepted(await signIn());
  minutes(20);
  const { sessionId } = accepted(await signIn());
  minutes(20);
  await sweepStaffSessions(world.ctx);
  const stored = () =>
    database.db.selectFrom('staff_sessions').select(['ended_because', 'refresh_token']).orderBy('created_at').execute();
  expect(await stored()).toEqual([
    { ended_because: 'idle', refresh_token: null },
    { ended_because: null, refresh_token: expect.any(String) },
  ]);
  expect(await refreshTokenOf(world.ctx, sessionId)).toBe('refresh-1');
  minutes(90 * 24 * 60);
  await sweepStaffSessions(world.ctx);
  expect(await stored()).toEqual([]);
});

describe('grants of the directory', () => {
  test('follow its groups with each sign-in and each check, a business as its brands', async () => {
    const help = { role: 'help', scope: 'brand:conquer' } as const;
    const lead = { role: 'help-lead', scope: 'business:wiser' } as const;
    const { token, sessionId } = accepted(await signIn({ directoryGrants: [help, lead] }));
    expect(await rolesOf(token)).toEqual([
      'help@brand:conquer',
      'help-lead@brand:wise-up',
      'help-lead@brand:powerhouse',
    ]);
    await recordDirectoryCheck(world.ctx, sessionId, { refreshToken: null, directoryGrants: [help] });
    expect(await rolesOf(token)).toEqual(['help@brand:conquer']);
    const { token: later } = accepted(await signIn({ directoryGrants: [] }));
    expect(await rolesOf(later)).toEqual([]);
  });
});

test('a person whom the directory is known to have has not signed in until they do, at each start of the product', async () => {
  const identity = { issuer, subject: 'ana', email: 'ana@school.example', name: 'Ana', locale: 'pt-BR' };
  const start = () => registerDirectoryPeople(world.ctx, [{ identity, grants: [] }]);
  const lastSignIn = async () => (await allAccounts(database.db)).map(({ signedInAt }) => signedInAt);
  await start();
  expect(await lastSignIn()).toEqual([null]);
  const { account } = accepted(await signIn());
  expect(await lastSignIn()).toEqual([account.signedInAt]);
  expect(account.signedInAt).toEqual(expect.any(Date));
  await start();
  expect(await lastSignIn()).toEqual([account.signedInAt]);
});

describe('a printed link', () => {
  test('gives the role people to who signs in with its address, once, and the log has it as an error', async () => {
    const firstLink = await makeFirstLink(world.ctx, 'ana@school.example');
    const bia = { issuer, subject: 'bia', email: 'bia@school.example', name: 'Bia', locale: 'pt-BR' };
    expect(await signIn({ firstLink, identity: bia })).toEqual({ ok: false, error: 'link-over' });
    const { token } = accepted(await signIn({ firstLink }));
    expect(await rolesOf(token)).toEqual(['people@*']);
    expect(await signIn({ firstLink })).toEqual({ ok: false, error: 'link-over' });
    expect(await database.db.selectFrom('staff_accounts').select('subject').execute()).toEqual([{ subject: 'ana' }]);
  });

  test('ends after 15 minutes', async () => {
    const firstLink = await makeFirstLink(world.ctx, 'ana@school.example');
    minutes(15);
    expect(await signIn({ firstLink })).toEqual({ ok: false, error: 'link-over' });
  });
});

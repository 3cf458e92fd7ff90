import type { DomainContext } from '#src/domain/context.server.ts';
import type { EffectiveScope, Role, StaffActor } from '#src/domain/staff/index.ts';
import { findStaffSession, signInStaff } from '#src/domain/staff/index.server.ts';
import { accepted } from './domain-world.server.ts';

/** People of the console in a test, each by one word. */
export interface StaffTeam {
  /** Signs a person in whose groups of the directory stand for these grants: `[role, scope]`. */
  join(word: string, ...grants: readonly (readonly [Role, EffectiveScope])[]): Promise<StaffActor>;
  /** Signs them in again, with the grants that they have. */
  signIn(word: string): Promise<StaffActor>;
}

export function createStaffTeam(ctx: DomainContext): StaffTeam {
  const enter = async (
    word: string,
    grants: readonly (readonly [Role, EffectiveScope])[] | null,
  ): Promise<StaffActor> => {
    const signedIn = await signInStaff(ctx, {
      identity: {
        ...{ issuer: 'https://directory.school.example', subject: word, email: `${word}@school.example` },
        ...{ name: word, locale: 'pt-BR' },
      },
      directoryGrants: grants?.map(([role, scope]) => ({ role, scope })) ?? null,
      ...{ ipGroup: '203.0.113.0/24', agent: 'test', authenticatedAt: ctx.clock.now(), acr: null, refreshToken: null },
    });
    const session = await findStaffSession(ctx, accepted(signedIn).token, ctx.catalog.brandsOfBusiness);
    if (!session) throw new Error(`${word} is not signed in`);
    return session.actor;
  };
  return { join: (word, ...grants) => enter(word, grants), signIn: (word) => enter(word, null) };
}

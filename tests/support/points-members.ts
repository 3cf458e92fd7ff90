import type { MemberDevice, PointsProgramme, ProgrammeFailure } from '#src/domain/loyalty/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import type { Clock } from '#src/kernel/time/clock.ts';

const minute = 60_000;

/** A points programme in memory: one member, whose code is always the same. */
export interface PointsMembers extends PointsProgramme {
  readonly member: { readonly document: string; readonly code: string; readonly devices: readonly MemberDevice[] };
  /** What the member has. */
  balance: number;
  /** What every question is answered with while it is set. */
  down: ProgrammeFailure | null;
  /** What was earned, by reference; null once it was taken back. */
  readonly earned: Map<string, number | null>;
}

export function createPointsMembers(clock: Clock): PointsMembers {
  const member = {
    document: '39053344705',
    code: '123456',
    devices: [
      { id: 'phone', kind: 'sms', masked: '(••) •••••-4567' },
      { id: 'mail', kind: 'email', masked: 'm•••@e•••.com' },
    ],
  } as const;
  const later = (minutes: number): Date => new Date(clock.now().getTime() + minutes * minute);
  const members: PointsMembers = {
    id: 'members',
    markets: ['BR'],
    method: 'points',
    member,
    balance: 24_500,
    down: null,
    earned: new Map(),
    async identify(document) {
      if (members.down) return err(members.down);
      return document === member.document ? ok({ memberId: 'm1', devices: member.devices }) : err('not-member');
    },
    async sendCode(_member, device) {
      return members.down ? err(members.down) : ok({ challengeId: `to-${device}`, expiresAt: later(5) });
    },
    async verify(_challenge, code) {
      if (members.down) return err(members.down);
      return code === member.code ? ok({ token: 'open', expiresAt: later(15) }) : err('code-wrong');
    },
    async account() {
      const { balance: points, down } = members;
      return down ? err(down) : ok({ points, pointsPerUnit: 32, minimum: 1_000, step: 500 });
    },
    async earning() {
      return members.down ? err(members.down) : ok({ pointsPerUnit: 2, creditDays: 30 });
    },
    async credit({ reference, points }) {
      if (members.down) return err(members.down);
      if (!members.earned.has(reference)) members.earned.set(reference, points);
      return members.earned.get(reference) === points ? ok(null) : err('refused');
    },
    async takeBack(reference) {
      if (members.down) return err(members.down);
      members.earned.set(reference, null);
      return ok(null);
    },
  };
  return members;
}

import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { type Member, members } from './members.ts';
import type { Accrual, Redemption, ExternalPointsUse } from './redemption.types.ts';

/** All changes of members' points, in journals that outlive the process. */
export interface PointsBook {
  redemption(id: string): Redemption | undefined;
  byReference(reference: string): Redemption | undefined;
  redemptions(): readonly Redemption[];
  put(redemption: Redemption): void;
  accrual(reference: string): Accrual | undefined;
  accruals(): readonly Accrual[];
  putAccrual(accrual: Accrual): void;
  /** A member's available points. */
  available(member: Member): number;
  /** A member uses points at another shop. */
  recordExternalUse(member: Member, points: number): void;
}

const held: ReadonlySet<Redemption['state']> = new Set(['reserved', 'confirmed']);

export function openPointsBook(context: SandboxContext): PointsBook {
  const redemptions = context.store<Redemption>('points-redemptions', { idOf: ({ id }) => id });
  const accruals = context.store<Accrual>('points-accruals', { idOf: ({ reference }) => reference });
  const elsewhere = context.store<ExternalPointsUse>('points-used-elsewhere', { idOf: ({ id }) => id });

  /** A reservation expires by itself. */
  const asNow = (one: Redemption): Redemption =>
    one.state === 'reserved' && Date.parse(one.reservedUntil) <= context.clock.now().getTime()
      ? { ...one, state: 'released' }
      : one;
  const all = (): Redemption[] => [...redemptions.values()].map(asNow);

  return {
    redemption(id) {
      const found = redemptions.get(id);
      return found && asNow(found);
    },
    byReference: (reference) => all().find((one) => one.reference === reference),
    redemptions: all,
    put: (redemption) => redemptions.put(redemption),
    accrual: (reference) => accruals.get(reference),
    accruals: () => [...accruals.values()],
    putAccrual: (accrual) => accruals.put(accrual),
    available({ id, points }) {
      const used = all()
        .filter(({ memberId, state }) => memberId === id && held.has(state))
        .reduce((sum, one) => sum + one.points - returnedPoints(one), 0);
      const earned = [...accruals.values()]
        .filter(({ memberId, reversedAt }) => memberId === id && reversedAt === undefined)
        .reduce((sum, one) => sum + one.points, 0);
      const gone = [...elsewhere.values()]
        .filter(({ memberId }) => memberId === id)
        .reduce((sum, one) => sum + one.points, 0);
      return points - used + earned - gone;
    },
    recordExternalUse: ({ id: memberId }, points) =>
      elsewhere.put({ id: randomUUID(), memberId, points, at: context.timestamp() }),
  };
}

export function returnedPoints({ movements }: Redemption): number {
  return movements.reduce((sum, { kind, points }) => (kind === 'return' ? sum + points : sum), 0);
}

export function returnedAmount({ movements }: Redemption): number {
  return movements.reduce((sum, { kind, amount }) => (kind === 'return' ? sum + amount : sum), 0);
}

export function memberById(memberId: string): Member | undefined {
  return members.find(({ id }) => id === memberId);
}

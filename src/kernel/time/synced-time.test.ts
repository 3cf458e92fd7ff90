import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SyncedTime, keepSynced } from './synced-time.server.ts';
import { VirtualClock } from './clock.ts';

const day = 86_400_000;
const trueNow = (): number => performance.timeOrigin + performance.now();
const ask = async (): Promise<number> => trueNow();
/** Offset of this machine's own clock from the true time. */
const moveMachine = (ms: number): void => void vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + ms);
const apart = (one: number, other: number): number => Math.abs(one - other);

afterEach(() => void vi.restoreAllMocks());

describe('the time that all processes agree on', () => {
  test.each([3 * day, -3 * day, 10 * 60_000])('is not a clock’s that is wrong by %i ms as it starts', async (ms) => {
    moveMachine(ms);
    const time = new SyncedTime();
    expect(apart(time.nowMs(), trueNow() + ms)).toBeLessThan(1_000);
    const heard = await time.sync(ask);
    expect(apart(heard?.ownAheadMs ?? 0, ms)).toBeLessThan(1_000);
    expect(apart(time.nowMs(), trueNow())).toBeLessThan(1_000);
  });

  test('does not jump with a machine’s clock', async () => {
    const time = new SyncedTime();
    await time.sync(ask);
    const clock = new VirtualClock(undefined, () => time.nowMs());
    clock.advance(day);
    moveMachine(3 * day);
    expect(apart(clock.now().getTime(), trueNow() + day)).toBeLessThan(1_000);
    expect(clock.movedMs).toBe(day);
  });

  test('is not moved by an answer that was long on its way, unless it is the first', async () => {
    const late = (to: number) => async () => {
      await sleep(1_050);
      return trueNow() + to;
    };
    const time = new SyncedTime();
    expect(await time.sync(late(day))).not.toBeNull();
    expect(apart(time.nowMs(), trueNow() + day)).toBeLessThan(2_000);
    expect(await time.sync(late(0))).toBeNull();
    expect(apart(time.nowMs(), trueNow() + day)).toBeLessThan(2_000);
  });

  test('jumps with the database only where that says so twice', async () => {
    const time = new SyncedTime();
    await time.sync(ask);
    const jumped = async (): Promise<number> => trueNow() + day;
    expect(await time.sync(jumped)).toBeNull();
    expect(apart(time.nowMs(), trueNow())).toBeLessThan(1_000);
    // A different answer meanwhile discards the unconfirmed jump.
    await time.sync(ask);
    expect(await time.sync(jumped)).toBeNull();
    expect(apart((await time.sync(jumped))?.movedMs ?? 0, day)).toBeLessThan(1_000);
    expect(apart(time.nowMs(), trueNow() + day)).toBeLessThan(1_000);
  });

  test('is not moved to and fro by answers that are slow on one way', async () => {
    const time = new SyncedTime();
    await time.sync(ask);
    const slowly = async (): Promise<number> => {
      await sleep(600);
      return trueNow();
    };
    expect((await time.sync(slowly))?.movedMs).toBe(0);
    expect(apart(time.nowMs(), trueNow())).toBeLessThan(150);
  });

  test('is asked for again and again; that a machine is wrong is told once, and once that it is right', async () => {
    const said: unknown[] = [];
    const log = {
      warn: (...line: readonly unknown[]) => void said.push(line),
      info: (...line: readonly unknown[]) => void said.push(line),
    };
    let asked = 0;
    const failing = async (): Promise<number> => {
      asked += 1;
      if (asked % 3 === 0) throw new Error('away');
      return trueNow();
    };
    moveMachine(60_000);
    const time = new SyncedTime();
    const agreeing = keepSynced(time, failing, log, { everyMs: 5, soonMs: 1 });
    await expect.poll(() => asked).toBeGreaterThan(6);
    expect(said).toEqual([['clock-skew-detected', { aheadSeconds: 60 }]]);
    vi.restoreAllMocks();
    await expect.poll(() => said.length).toBe(2);
    expect(said[1]).toEqual(['clock-skew-resolved', {}]);
    agreeing.stop();
    expect(apart(time.nowMs(), trueNow())).toBeLessThan(1_000);
  });
});

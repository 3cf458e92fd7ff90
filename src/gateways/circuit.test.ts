import { beforeEach, describe, expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { type Circuit, createCircuit, defaultCircuitRules } from './circuit.server.ts';

let clock: VirtualClock;
let circuit: Circuit;
beforeEach(() => {
  clock = new VirtualClock();
  circuit = createCircuit(clock);
});

const call = (ends: 'well' | 'badly') =>
  circuit.run(
    async () => ends,
    (end) => end === 'badly',
  );
const calls = async (count: number, ends: 'well' | 'badly'): Promise<void> => {
  for (let made = 0; made < count; made += 1) await call(ends);
};
/** A call that hangs until the test ends it. */
function hanging() {
  const { promise, resolve } = Promise.withResolvers<'well' | 'badly'>();
  const ended = circuit.run(
    () => promise,
    (end) => end === 'badly',
  );
  return { end: resolve, ended };
}

describe('a circuit', () => {
  test('stays closed while calls end well, and for the few first that fail', async () => {
    await calls(defaultCircuitRules.least - 1, 'badly');
    expect([circuit.state(), circuit.admits()]).toEqual(['closed', true]);
    await calls(50, 'well');
    expect(circuit.state()).toBe('closed');
  });

  test('opens when more than half of the newest calls failed, and then lets none out', async () => {
    await calls(10, 'well');
    await calls(5, 'badly');
    expect(circuit.state()).toBe('closed');
    await calls(1, 'badly');
    expect([circuit.state(), circuit.admits()]).toEqual(['open', false]);
    let wasCalled = false;
    const answer = await circuit.run(
      async () => (wasCalled = true),
      () => false,
    );
    expect([answer, wasCalled]).toEqual([null, false]);
  });

  test('is half open after its pause: a few calls at a time, and one that ends well closes it', async () => {
    freezeClock();
    await calls(defaultCircuitRules.least, 'badly');
    clock.advance(defaultCircuitRules.openSeconds * 1000 - 50);
    expect(circuit.state()).toBe('open');
    clock.advance(50);
    expect([circuit.state(), circuit.admits()]).toEqual(['half-open', true]);
    const probes = Array.from({ length: defaultCircuitRules.probes }, hanging);
    expect(circuit.admits()).toBe(false);
    expect(await call('well')).toBeNull();
    probes[0]?.end('well');
    await probes[0]?.ended;
    expect(circuit.state()).toBe('closed');
    // The other probe began before the change: its result counts no more.
    probes[1]?.end('badly');
    await probes[1]?.ended;
    expect([circuit.state(), circuit.admits()]).toEqual(['closed', true]);
    await calls(defaultCircuitRules.least - 1, 'badly');
    expect(circuit.state()).toBe('closed');
  });

  test('a probe that fails opens it again, for twice as long each time and five minutes at most', async () => {
    freezeClock();
    await calls(defaultCircuitRules.least, 'badly');
    for (const seconds of [30, 60, 120, 240, 300, 300]) {
      clock.advance(seconds * 1000 - 50);
      expect(circuit.state()).toBe('open');
      clock.advance(50);
      await call('badly');
      expect(circuit.state()).toBe('open');
    }
    clock.advance(300_000);
    await call('well');
    await calls(defaultCircuitRules.least, 'badly');
    clock.advance(30_000);
    expect(circuit.state()).toBe('half-open');
  });

  test('a probe that was broken off by an error of ours gives its place back', async () => {
    await calls(defaultCircuitRules.least, 'badly');
    clock.advance(30_000);
    for (let time = 0; time < 5; time += 1) {
      const broken = circuit.run(
        () => Promise.reject(new Error('ours')),
        () => false,
      );
      await expect(broken).rejects.toThrow('ours');
    }
    expect([circuit.state(), circuit.admits()]).toEqual(['half-open', true]);
  });

  test('the late end of calls from before it opened neither closes nor prolongs it', async () => {
    const [one, other] = [hanging(), hanging()];
    await calls(defaultCircuitRules.least, 'badly');
    one.end('well');
    other.end('badly');
    await Promise.all([one.ended, other.ended]);
    expect(circuit.state()).toBe('open');
    clock.advance(30_000);
    expect(circuit.state()).toBe('half-open');
  });
});

import { describe, expect, test } from 'vitest';
import { createFaults, type FaultRule } from './faults.server.ts';

const modes = (rules: readonly FaultRule[]): string[] => rules.map(({ mode }) => mode);

const names = {
  targets: ['acquirer', 'pix-bank', 'slip-bank', 'school', 'notifications'],
  senders: ['acquirer', 'pix-bank'],
};

describe('faults', () => {
  test('strikes the calls it is meant for, as often as it says', () => {
    const faults = createFaults(names);
    faults.set('acquirer', [{ target: 'acquirer', mode: 'timeout-after', times: 2 }]);
    expect(modes(faults.take('acquirer', 'reads'))).toEqual([]);
    expect(modes(faults.take('pix-bank', 'writes'))).toEqual([]);
    expect([1, 2, 3].map(() => modes(faults.take('acquirer', 'writes')))).toEqual([
      ['timeout-after'],
      ['timeout-after'],
      [],
    ]);
    expect(faults.list()).toEqual([]);
  });

  test('stays until it is cleared, when no number is given; a rule replaces those of its target only', () => {
    const faults = createFaults(names);
    faults.set('acquirer', [{ target: 'acquirer', mode: 'slow', ms: 5 }]);
    faults.set('slip-bank', [{ target: 'slip-bank', mode: 'maintenance' }]);
    faults.set('acquirer', [{ target: 'acquirer', mode: '429', calls: 'reads' }]);
    expect(modes(faults.take('acquirer', 'writes'))).toEqual([]);
    expect(modes(faults.take('acquirer', 'reads'))).toEqual(['429']);
    expect(modes(faults.take('slip-bank', 'writes'))).toEqual(['maintenance']);
    faults.clear();
    expect(modes(faults.take('slip-bank', 'writes'))).toEqual([]);
  });

  test('by chance is the same for the same seed', () => {
    const matching = (seed: number): string => {
      const faults = createFaults(names);
      faults.add({ target: 'acquirer', mode: 'slow', chance: 0.3, seed });
      return Array.from({ length: 200 }, () => faults.take('acquirer', 'reads').length).join('');
    };
    expect(matching(7)).toBe(matching(7));
    expect(matching(7)).not.toBe(matching(8));
    const share = [...matching(7)].filter((bit) => bit === '1').length / 200;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
  });

  test.each([
    [{ target: 'moon', mode: 'slow' }, 'target'],
    [{ target: 'acquirer', mode: 'drop' }, 'mode: one of 429, slow'],
    [{ target: 'notifications', mode: 'slow' }, 'mode: one of duplicate'],
    [{ target: 'acquirer', mode: 'slow', ms: -1 }, 'ms'],
    [{ target: 'acquirer', mode: 'slow', mss: 1 }, 'mss'],
    ['rain', ''],
  ])('of no sense is refused: %j', (input, says) => {
    expect(createFaults(names).read(input)).toMatchObject({ ok: false, error: expect.stringContaining(says) });
  });
});

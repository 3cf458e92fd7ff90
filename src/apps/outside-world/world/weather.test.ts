import { describe, expect, test } from 'vitest';
import { createWeather, type WeatherRule } from './weather.server.ts';

const modes = (rules: readonly WeatherRule[]): string[] => rules.map(({ mode }) => mode);

describe('weather', () => {
  test('strikes the calls it is meant for, as often as it says', () => {
    const weather = createWeather();
    weather.set('acquirer', [{ target: 'acquirer', mode: 'timeout-after', times: 2 }]);
    expect(modes(weather.take('acquirer', 'reads'))).toEqual([]);
    expect(modes(weather.take('pix-bank', 'writes'))).toEqual([]);
    expect([1, 2, 3].map(() => modes(weather.take('acquirer', 'writes')))).toEqual([
      ['timeout-after'],
      ['timeout-after'],
      [],
    ]);
    expect(weather.list()).toEqual([]);
  });

  test('stays until it is cleared, when no number is given; a rule replaces those of its target only', () => {
    const weather = createWeather();
    weather.set('acquirer', [{ target: 'acquirer', mode: 'slow', ms: 5 }]);
    weather.set('slip-bank', [{ target: 'slip-bank', mode: 'maintenance' }]);
    weather.set('acquirer', [{ target: 'acquirer', mode: '429', calls: 'reads' }]);
    expect(modes(weather.take('acquirer', 'writes'))).toEqual([]);
    expect(modes(weather.take('acquirer', 'reads'))).toEqual(['429']);
    expect(modes(weather.take('slip-bank', 'writes'))).toEqual(['maintenance']);
    weather.clear();
    expect(modes(weather.take('slip-bank', 'writes'))).toEqual([]);
  });

  test('by chance is the same for the same seed', () => {
    const struck = (seed: number): string => {
      const weather = createWeather();
      weather.add({ target: 'acquirer', mode: 'slow', chance: 0.3, seed });
      return Array.from({ length: 200 }, () => weather.take('acquirer', 'reads').length).join('');
    };
    expect(struck(7)).toBe(struck(7));
    expect(struck(7)).not.toBe(struck(8));
    const share = [...struck(7)].filter((bit) => bit === '1').length / 200;
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
    expect(createWeather().read(input)).toMatchObject({ ok: false, error: expect.stringContaining(says) });
  });
});

import { describe, expect, test } from 'vitest';
import { isInSample, marginOf, type Place } from './sample.ts';
import { strykerPlugins } from './sample-checker.ts';

const places = Array.from({ length: 2_000 }, (_, index): Place => {
  const [line, column] = [1 + Math.floor(index / 40), 1 + (index % 40)];
  return {
    file: 'src/domain/payments/commands/pay.server.ts',
    line,
    column,
    mutator: 'StringLiteral',
    replacement: '""',
  };
});
const drawn = (share: number, draw = 1): Place[] => places.filter((place) => isInSample(place, { share, draw }));

describe('a sample', () => {
  test('is the same each time, of about its share, and within every larger one', () => {
    const fifth = drawn(0.2);
    expect(drawn(0.2)).toEqual(fifth);
    expect(fifth.length).toBeGreaterThan(340);
    expect(fifth.length).toBeLessThan(460);
    const half = drawn(0.5);
    expect(fifth.every((place) => half.includes(place))).toBe(true);
    expect([drawn(0).length, drawn(1).length]).toEqual([0, 2_000]);
  });

  test('is another one in another draw, which shares no more with it than chance does', () => {
    const [first, second] = [drawn(0.2), drawn(0.2, 2)];
    expect(second.length).toBeGreaterThan(340);
    const both = second.filter((place) => first.includes(place)).length;
    expect(both).toBeGreaterThan(40);
    expect(both).toBeLessThan(120);
  });

  test('is drawn alike of a copy of the project, whose places count from 0', async () => {
    process.env['MUTATION_SAMPLE'] = '0.2 3';
    const mutants = places.map(({ file, line, column, mutator, replacement }, index) => ({
      id: String(index),
      fileName: `/elsewhere/${file}`,
      location: { start: { line: line - 1, column: column - 1 } },
      mutatorName: mutator,
      replacement,
    }));
    const answers = (await strykerPlugins[0]?.value.check(mutants)) ?? {};
    const passed = places.filter((_, index) => JSON.stringify(answers[index]) === '{"status":"passed"}');
    expect(passed).toEqual(drawn(0.2, 3));
  });

  test('says how far it may be off', () => {
    expect(marginOf(90, 540)).toBeCloseTo(2.53, 2);
    expect([marginOf(100, 50), marginOf(0, 0)]).toEqual([0, 100]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Beacon } from '#src/platform/telemetry/beacon.ts';
import { describeError } from './describe-error.ts';
import { createBeaconQueue } from './beacon-queue.ts';
import { randomId, visitId, type VisitStore } from './visit-id.ts';

function memory(): VisitStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

describe('a visit', () => {
  const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(22));
  test('keeps its number while something happens, and has another after 30 silent minutes', () => {
    const store = memory();
    const left = [...ids];
    const make = (): string => left.shift() ?? '';
    const minute = 60_000;
    expect(visitId(store, 0, make)).toBe(ids[0]);
    expect(visitId(store, 29 * minute, make)).toBe(ids[0]);
    expect(visitId(store, 58 * minute, make)).toBe(ids[0]);
    expect(visitId(store, 89 * minute, make)).toBe(ids[1]);
  });

  test('is a number of its own where nothing can be kept, and where something else was', () => {
    const closed: VisitStore = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
    };
    expect(visitId(closed, 0, () => 'x')).toBe('x');
    expect(visitId(null, 0, () => 'y')).toBe('y');
    const odd = memory();
    odd.kept.set('matricula-visit', 'maria@exemplo.com.br 99999999999999');
    expect(visitId(odd, 0, () => 'z')).toBe('z');
  });

  test('is 128 random bits', () => {
    const made = Array.from({ length: 50 }, randomId);
    expect(new Set(made).size).toBe(50);
    for (const id of made) expect(id).toMatch(/^[\w-]{22}$/);
  });
});

describe('what is told of an error', () => {
  const origin = 'https://pay.example';
  const thrown = (name: string, message: string, stack: string): Error =>
    Object.assign(new Error(message), { name, stack });

  test('its name, places in our own files without queries, no text that was typed', () => {
    const stack = [
      'TypeError: x',
      `    at load (${origin}/assets/lead-1.js:1:234)`,
      '    at chrome-extension://abc/inject.js:3:4',
      `    at ${origin}/lead?email=maria@exemplo.com.br:2:9`,
      '    at https://elsewhere.example/a.js:1:1',
    ].join('\n');
    expect(describeError(thrown('TypeError', 'x is not a function', stack), 'error', origin)).toEqual({
      level: 'error',
      name: 'TypeError',
      message: 'x is not a function',
      frames: ['/assets/lead-1.js:1:234', '/lead:2:9'],
    });
    expect(describeError(thrown('Error', 'No maria@exemplo.com.br', ''), 'fatal', origin)?.message).toBe('');
  });

  test('in the words of Firefox and Safari too', () => {
    const stack = `load@${origin}/assets/lead-1.js:1:234\n@${origin}/assets/b.js:5:6`;
    expect(describeError(thrown('Error', '', stack), 'error', origin)?.frames).toEqual([
      '/assets/lead-1.js:1:234',
      '/assets/b.js:5:6',
    ]);
  });

  test('nothing of what the reporter ignores; only the kind of what is no error', () => {
    expect(describeError(thrown('TypeError', 'Failed to fetch', ''), 'error', origin)).toBeNull();
    expect(describeError(Object.assign(new Error('no'), { status: 422 }), 'error', origin)).toBeNull();
    expect(describeError('maria@exemplo.com.br', 'error', origin)).toEqual({
      level: 'error',
      name: 'string',
      message: '',
      frames: [],
    });
  });
});

describe('the outbox', () => {
  function stage() {
    const sent: Beacon[] = [];
    const timers: { at: number; call: () => void }[] = [];
    let now = 0;
    const queue = createBeaconQueue({
      head: () => ({ version: '1', visit: 'v', page: 'lead' }),
      send: (beacon) => sent.push(beacon),
      now: () => now,
      after: (ms, call) => timers.push({ at: now + ms, call }),
    });
    const pass = (ms: number): void => {
      now += ms;
      for (const timer of timers.splice(0)) {
        if (timer.at <= now) timer.call();
        else timers.push(timer);
      }
    };
    return { queue, sent, pass };
  }
  const error = { level: 'error', name: 'Error', message: '', frames: [] } as const;

  test('gathers for 500 ms, the last figure of each vital', () => {
    const { queue, sent, pass } = stage();
    queue.vital({ name: 'CLS', value: 0 });
    queue.vital({ name: 'CLS', value: 0.1 });
    queue.seen({ brand: 'wise-up.online', product: 'wise-up-online' });
    pass(499);
    expect(sent).toEqual([]);
    pass(1);
    expect(sent).toMatchObject([
      {
        page: 'lead',
        vitals: [{ name: 'CLS', value: 0.1 }],
        errors: [],
        dropped: 0,
        seen: { brand: 'wise-up.online' },
      },
    ]);
    queue.flush();
    expect(sent).toHaveLength(1);
  });

  test('lets 80 events a minute pass and counts the rest', () => {
    const { queue, sent, pass } = stage();
    for (let count = 0; count < 100; count += 1) {
      queue.error(error);
      if (count % 10 === 9) pass(500);
    }
    const told = sent.reduce((sum, { errors }) => sum + errors.length, 0);
    const dropped = sent.reduce((sum, beacon) => sum + beacon.dropped, 0);
    expect([told, dropped]).toEqual([80, 20]);
    pass(60_000);
    queue.error(error);
    queue.flush();
    expect(sent.at(-1)?.errors).toHaveLength(1);
  });

  test('sends what there is when the page leaves', () => {
    const { queue, sent } = stage();
    queue.error(error);
    queue.flush();
    expect(sent).toHaveLength(1);
  });
});

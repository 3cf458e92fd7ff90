import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { keepWatching, type WatchNews } from './keep-watching.ts';
import { postNotification } from './post-notification.ts';

interface Told extends WatchNews {
  readonly isTaken: boolean;
}

/** Runs checks with given results, ten minutes apart; each takes a minute. */
async function watchThrough(
  finds: readonly (readonly string[] | Error)[],
  { tells = true, deafAt = [] as readonly number[] } = {},
) {
  let now = Date.parse('2026-11-22T12:00:00Z');
  let looked = 0;
  const said: string[] = [];
  const told: Told[] = [];
  const pauses: number[] = [];
  const isWell = await keepWatching({
    shop: 'https://pay.example',
    everySeconds: 600,
    look: async () => {
      const found = finds[looked] ?? [];
      looked += 1;
      now += 60_000;
      if (found instanceof Error) throw found;
      return { pages: 5, scripts: 60, differences: found };
    },
    say: (line) => void said.push(line),
    tell: tells
      ? async (news) => {
          const isTaken = !deafAt.includes(looked);
          told.push({ ...news, isTaken });
          if (!isTaken) throw new Error('answered 503');
        }
      : null,
    now: () => new Date(now),
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      now += milliseconds;
    },
    isOver: () => looked >= finds.length,
  });
  return { isWell, looked, said, told, pauses };
}

const changed = ['/assets/a.js is not what was built'];

describe('watching', () => {
  test('looks every ten minutes from beginning to beginning, and tells nobody while nothing differs', async () => {
    const { isWell, said, told, pauses } = await watchThrough([[], [], []]);
    expect([isWell, told, pauses]).toEqual([true, [], [540_000, 540_000, 540_000]]);
    expect(said).toEqual(['12:00', '12:10', '12:20'].map((at) => `2026-11-22T${at}:00.000Z as it was built`));
  });

  test('tells of a difference with the look that finds it, again while it stands, and once when it is gone', async () => {
    const { isWell, told } = await watchThrough([[], changed, changed, [], []]);
    expect(isWell).toBe(true);
    expect(told.map(({ at, differences }) => [at.slice(11, 16), differences])).toEqual([
      ['12:10', changed],
      ['12:20', changed],
      ['12:30', []],
    ]);
  });

  test('a shop that cannot be looked at is told of, and watching goes on', async () => {
    const { isWell, told, looked } = await watchThrough([
      new Error('fetch failed', { cause: new Error('refused') }),
      [],
    ]);
    expect([isWell, looked]).toEqual([true, 2]);
    expect(told[0]?.differences).toEqual(['could not be looked at: fetch failed (refused)']);
  });

  test('what nobody took is told with the next look, and then that it is gone', async () => {
    const { told, said } = await watchThrough([changed, [], [], [], []], { deafAt: [1, 2] });
    const early = changed.map((one) => `2026-11-22T12:00:00.000Z ${one}`);
    expect(told.map(({ differences, isTaken }) => [differences, isTaken])).toEqual([
      [changed, false],
      [early, false],
      [early, true],
      [[], true],
    ]);
    expect(said.filter((line) => line === 'could not be told: answered 503')).toHaveLength(2);
  });

  test('with nobody to tell ends with the first difference', async () => {
    const { isWell, looked, said } = await watchThrough([[], changed, []], { tells: false });
    expect([isWell, looked]).toEqual([false, 2]);
    expect(said.at(-1)).toContain('/assets/a.js is not what was built');
  });

  test('that is stopped while something differs says so', async () => {
    expect((await watchThrough([[], changed])).isWell).toBe(false);
  });
});

describe('news by post', () => {
  const news = { at: '2026-11-22T12:00:00.000Z', shop: 'https://pay.example', differences: changed };

  async function post(status: number): Promise<{ readonly heard: unknown; readonly error: unknown }> {
    let heard: unknown;
    const room = http.createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        heard = JSON.parse(body);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => room.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(room.address() as AddressInfo).port}/hook`;
    const error = await postNotification(address, news).catch((thrown: unknown) => thrown);
    room.close();
    return { heard, error };
  }

  test('have a sentence for people and the rest for machines', async () => {
    const { heard, error } = await post(204);
    expect(error).toBeUndefined();
    expect(heard).toEqual({ text: `Scripts of https://pay.example: ${changed[0]}`, ...news });
  });

  test('that nobody took are known to be lost', async () => {
    expect((await post(503)).error).toMatchObject({ message: 'answered 503' });
  });
});

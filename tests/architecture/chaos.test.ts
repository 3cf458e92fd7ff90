import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { bugs } from '#tests/deep/chaos/bugs/bug-list.ts';
import { namedCrashPoints, timeSteps } from '#tests/deep/chaos/faults/crash-points.ts';
import { watchFutureDates } from '#tests/deep/chaos/checks/future-dates.ts';
import { withBug } from '#tests/deep/chaos/bugs/planted-bugs.ts';
import { readOptions, wordsOf } from '#tests/deep/chaos/options.ts';
import { invariantNames } from '#tests/deep/chaos/report.ts';
import { fullScheduleOf, scheduleOf, faultKinds } from '#tests/deep/chaos/faults/schedule.ts';
import { openTcpProxy } from '#tests/deep/chaos/faults/tcp-proxy.ts';
import { i1CooledOff } from '#tests/deep/chaos/checks/buyer-invariants.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the chaos', () => {
  test('strikes the same for the same seed, another way for another, and with everything it has', () => {
    expect(scheduleOf(7, 600)).toEqual(scheduleOf(7, 600));
    expect(scheduleOf(8, 600)).not.toEqual(scheduleOf(7, 600));
    expect(new Set(scheduleOf(7, 3_600).map(({ kind }) => kind))).toEqual(new Set(faultKinds));
  });

  test('injects faults at the requested pace, the same ones for the same seed', () => {
    const hour = scheduleOf(7, 3_600, 60);
    expect(hour.length).toBeGreaterThan(50);
    expect(hour.length).toBeLessThan(75);
    const asked = readOptions(['--seconds', '600', '--every', '60', '--seed', '7']);
    expect(asked).toMatchObject({ seconds: 600, every: 60, seed: 7 });
    expect(readOptions(wordsOf(asked))).toEqual({ ...asked, keep: false });
    expect(() => readOptions(['--full', '--every', '60'])).toThrow('--full');
  });

  test('injects a release’s least dose in a full run, at every crash point', () => {
    const faults = fullScheduleOf(7);
    const struck = (kind: string): number => faults.filter((fault) => fault.kind === kind).length;
    expect(faults).toEqual(fullScheduleOf(7));
    expect(struck('kill')).toBeGreaterThanOrEqual(2_000);
    expect(struck('database-restart')).toBeGreaterThanOrEqual(200);
    expect(struck('network')).toBeGreaterThanOrEqual(300);
    const places = new Set(faults.flatMap((fault) => (fault.kind === 'crash-point' ? [fault.point] : [])));
    const late = timeSteps.flatMap((step) => step.places);
    expect([...places, ...late].toSorted()).toEqual(namedCrashPoints.toSorted());
  });

  test('sees what is dated ahead of all clocks once it stays so, and nothing where time was moved for everybody', async () => {
    let now = Date.UTC(2026, 10, 20);
    const sandbox = http.createServer((_, reply) => void reply.end(JSON.stringify({ now: new Date(now) })));
    sandbox.listen(0, '127.0.0.1');
    await once(sandbox, 'listening');
    const { port } = sandbox.address() as net.AddressInfo;
    const at = new Date(now + 3 * 86_400_000);
    const pool = { query: () => Promise.resolve({ rows: [{ id: 'list of slips', at }] }) } as unknown as Pool;
    const dates = watchFutureDates(`http://127.0.0.1:${port}`);
    const looks = [await dates.look(pool), await dates.look(pool), await dates.look(pool)];
    expect(looks).toEqual([[], [], ['I10: list of slips is dated 4319 minutes ahead of all clocks']]);
    now = at.getTime();
    expect(await dates.look(pool)).toEqual([]);
    sandbox.close();
  });

  test('sees a false answer about cooling-off, and money that was not refunded', () => {
    const reported = ['a', 'b', 'c'].map((orderId) => ({ type: 'withdrawn' as const, buyer: orderId, orderId }));
    const broken = i1CooledOff(reported, [
      { id: 'a', hasCooledOff: true, kept: 0n },
      { id: 'b', hasCooledOff: true, kept: 5n },
      { id: 'c', hasCooledOff: false, kept: 0n },
    ]);
    expect(broken).toEqual(['I1: of b, which was gone back on, 5 is kept', 'I1: c was told gone back on and is not']);
  });

  test('cuts a connection to a Unix socket, and serves the next one', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-line-'));
    const file = path.join(folder, 's');
    const server = net.createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(file);
    await once(server, 'listening');
    const line = await openTcpProxy(() => [{ path: file }]);
    const dial = async (): Promise<net.Socket> => {
      const socket = net.connect(line.port, '127.0.0.1');
      socket.write('hello');
      expect(String(await once(socket, 'data'))).toBe('hello');
      return socket;
    };
    const both = [await dial(), await dial()];
    const reported = both.map((socket) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.on('error', () => undefined).on('close', () => resolve());
      return promise;
    });
    expect(line.cut()).toBe(2);
    await Promise.all(reported);
    (await dial()).destroy();
    await line.close();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  test('knows every crash point of the code, and no other', () => {
    const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const named = files
      .filter((file) => file.endsWith('.server.ts'))
      .flatMap((file) => [...readFileSync(path.join(root, 'src', file), 'utf8').matchAll(/crashPoint\('([\w-]+)'\)/g)])
      .map(([, name = '']) => name);
    expect(namedCrashPoints.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test('has a planted bug for every invariant, at a place that exists', () => {
    expect(bugs.map(({ name }) => name)).toEqual(invariantNames);
    for (const bug of bugs)
      for (const file of new Set(bug.patches.map((patch) => patch.file))) {
        const text = readFileSync(path.join(root, file), 'utf8');
        expect(withBug(text, file, bug)).not.toBe(text);
      }
  });
});

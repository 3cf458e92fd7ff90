import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournalStore } from './journal-store.server.ts';

interface Thing {
  readonly id: string;
  readonly value: number;
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shelf-'));
  file = path.join(folder, 'deep', 'things.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openJournalStore<Thing>(file, { idOf: ({ id }) => id, inMemory: ({ value }) => value >= 0 });

test('the journal keeps values over a restart, in their first order, with the last value of each id', () => {
  const before = open();
  for (const [id, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['gone', 4],
    ['gone', -1],
  ] as const)
    before.put({ id, value });
  expect([...before.values()]).toEqual([
    { id: 'a', value: 3 },
    { id: 'b', value: 2 },
  ]);
  // No close: as if the process had been killed.
  const after = open();
  expect([...after.values()]).toEqual([...before.values()]);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(6);
  before.close();
  after.close();
});

test('a line that a crash cut short is dropped, and the next one is whole', () => {
  const before = open();
  before.put({ id: 'a', value: 1 });
  before.close();
  appendFileSync(file, '{"id":"b","val');
  const after = open();
  expect(after.size).toBe(1);
  after.put({ id: 'c', value: 3 });
  after.close();
  const again = open();
  expect([...again.values()]).toEqual([
    { id: 'a', value: 1 },
    { id: 'c', value: 3 },
  ]);
  again.close();
});

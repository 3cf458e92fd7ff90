import { expect, test, vi } from 'vitest';
import { runBatches, runSeconds } from './run-batches.ts';

test('batches of a job run until one is not full', async () => {
  const left = [10, 10, 3, 10];
  expect(await runBatches(async () => left.shift() ?? 0, { size: 10 })).toBe(23);
  expect(left).toEqual([10]);
});

test('batches of a job end when the worker stops, and when the run has taken its time', async () => {
  let isStopping = false;
  const batch = vi.fn<() => Promise<number>>(async () => {
    isStopping = batch.mock.calls.length === 2;
    return 10;
  });
  expect(await runBatches(batch, { size: 10, isStopping: () => isStopping })).toBe(20);
  const now = vi.spyOn(performance, 'now');
  let at = 0;
  now.mockImplementation(() => (at += (runSeconds * 1000) / 2));
  try {
    expect(await runBatches(async () => 10, { size: 10 })).toBe(20);
  } finally {
    now.mockRestore();
  }
});

import { expect, test } from 'vitest';
import { sendInBatches } from './send-emails.job.server.ts';

/** An office that answers each round so: how many letters it took, or that one of them did not go. */
function mailerOf(...rounds: readonly (number | 'one failed')[]) {
  const left = [...rounds];
  const sent: number[] = [];
  const deliver = async ({ limit }: { readonly limit: number }): Promise<number> => {
    sent.push(limit);
    const next = left.shift() ?? 0;
    if (next === 'one failed') throw new Error('451');
    return next;
  };
  return { deliver, sent };
}

test('letters are sent until fewer wait than are taken at once', async () => {
  const { deliver, sent } = mailerOf(8, 8, 3, 8);
  await sendInBatches(deliver);
  expect(sent).toEqual([8, 8, 8]);
});

test('one that is not taken keeps those behind it waiting for no second, and is told of in the end', async () => {
  const { deliver, sent } = mailerOf('one failed', 8, 'one failed', 'one failed', 8, 2);
  await expect(sendInBatches(deliver)).rejects.toThrow('451');
  expect(sent).toHaveLength(6);
});

test('a mail server that takes none is left alone until the next second', async () => {
  const { deliver, sent } = mailerOf(...Array<'one failed'>(60).fill('one failed'));
  await expect(sendInBatches(deliver)).rejects.toThrow('451');
  expect(sent).toHaveLength(3);
});

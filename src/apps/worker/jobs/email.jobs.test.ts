import { expect, test } from 'vitest';
import { sendInBatches } from './email.jobs.server.ts';

/** A mailer with these answers: how many e-mails each batch took, or that one of them failed. */
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

test('queued e-mails are sent until a batch is not full', async () => {
  const { deliver, sent } = mailerOf(8, 8, 3, 8);
  await sendInBatches(deliver);
  expect(sent).toEqual([8, 8, 8]);
});

test('a refused e-mail delays no other, and its error is thrown at the end', async () => {
  const { deliver, sent } = mailerOf('one failed', 8, 'one failed', 'one failed', 8, 2);
  await expect(sendInBatches(deliver)).rejects.toThrow('451');
  expect(sent).toHaveLength(6);
});

test('a mail server that refuses three batches in a row gets no more in that run', async () => {
  const { deliver, sent } = mailerOf(...Array<'one failed'>(60).fill('one failed'));
  await expect(sendInBatches(deliver)).rejects.toThrow('451');
  expect(sent).toHaveLength(3);
});

import { expect, test } from 'vitest';
import { readCallbackMessage } from './callback.server.ts';

const rules = { keys: ['own-key'], takesUnsigned: true };
const unsigned = (reference: string) =>
  readCallbackMessage(
    {
      headers: {},
      body: Buffer.from(JSON.stringify({ input_ResultCode: 'INS-0', input_ThirdPartyReference: reference })),
      receivedAt: new Date('2026-11-23T00:00:00Z'),
    },
    rules,
  );

test.each(['a\u0000', '\ud800', 'é'])(
  'an unsigned message about a reference that no table can keep is malformed',
  (reference) => expect(unsigned(reference)).toEqual({ kind: 'refused', reason: 'malformed' }),
);

test('one about any other reference is a hint that nobody proved', () => {
  expect(unsigned('0123456789abcdef')).toMatchObject({ kind: 'hints', isUnverified: true });
});

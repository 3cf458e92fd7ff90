import { expect, test } from 'vitest';
import { isRefusedForGood, readEmailFailure } from './email-outcome.ts';

test.each([
  [550, '550 5.1.1 <maria@example.com>: Recipient address rejected', 'unknown-address'],
  [550, '550-5.7.26 This mail is unauthenticated', 'policy'],
  [552, '552 5.2.2 Mailbox full', 'mailbox-full'],
  [450, '450 4.2.1 The mailbox is disabled', 'mailbox-unavailable'],
  [552, '552 5.3.4 Message too big', 'too-large'],
  [451, '451 4.4.1 Timeout', 'mail-system'],
  [550, '550 no such user, see 5.1.1', 'mailbox-unavailable'],
  [553, '553 bad address', 'unknown-address'],
  [554, 'Transaction failed', 'policy'],
  [503, '503 5.5.1 Bad sequence', 'other'],
])('e-mail failure: %s "%s" is a refusal of the class %s', (responseCode, response, refusal) => {
  const thrown = Object.assign(new Error(response), { responseCode, response });
  expect(readEmailFailure(thrown)).toEqual({ outcome: 'refused', smtpCode: responseCode, refusal });
});

test.each([[new Error('Connection timeout')], [null], ['550'], [Object.assign(new Error(), { responseCode: 250 })]])(
  'e-mail failure: %s has no refusal of a mail server',
  (thrown) => {
    expect(readEmailFailure(thrown)).toEqual({ outcome: 'unreachable' });
  },
);

test.each([
  [550, '550 5.1.1 Recipient address rejected', true],
  [450, '450 4.1.1 Recipient address rejected, try again', false],
  [552, '552 5.2.2 Mailbox full', false],
  [550, '550 5.7.26 This mail is unauthenticated', false],
])('e-mail failure: %s "%s" ends all tries: %s', (responseCode, response, isEnd) => {
  expect(isRefusedForGood(readEmailFailure({ responseCode, response }))).toBe(isEnd);
});

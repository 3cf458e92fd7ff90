import { expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createDelayedResults } from './delayed-results.server.ts';
import { answerOf } from './payment.mapping.server.ts';

const clock = new VirtualClock();
const asked = { reference: 'ours', amount: { amount: 100n, currency: 'MZN' as const } };

test.each([
  ['INS-995', 'a customer whose profile has problems', 'declined', 'wallet-inactive'],
  ['INS-2002', 'a receiver that is none', 'failed', 'gateway-refused'],
])('the code %s, %s, is a refusal, and nobody is asked again', (code, _meaning, state, decline) => {
  const reported = { kind: 'said', code, status: null, transactionId: null, conversationId: null } as const;
  const answer = { ...reported, thirdPartyReference: null, isRepeat: false };
  expect(answerOf(answer, asked, createDelayedResults(clock), clock.now())).toMatchObject({
    kind: 'fact',
    fact: { state, movements: [], decline: { code: decline } },
  });
});

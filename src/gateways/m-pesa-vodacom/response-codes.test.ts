import { expect, test } from 'vitest';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createLateAnswers } from './late-answers.server.ts';
import { answerOf } from './payment.mapping.server.ts';

const clock = new VirtualClock();
const asked = { reference: 'ours', amount: { amount: 100n, currency: 'MZN' as const } };

test.each([
  ['INS-995', 'a customer whose profile has problems', 'declined', 'wallet-inactive'],
  ['INS-2002', 'a receiver that is none', 'failed', 'gateway-refused'],
])('the code %s, %s, is a refusal, and nobody is asked again', (code, _meaning, state, decline) => {
  const said = { kind: 'said', code, status: null, transactionId: null, conversationId: null } as const;
  const answer = { ...said, thirdPartyReference: null, isRepeat: false };
  expect(answerOf(answer, asked, createLateAnswers(clock), clock.now())).toMatchObject({
    kind: 'fact',
    fact: { state, movements: [], decline: { code: decline } },
  });
});

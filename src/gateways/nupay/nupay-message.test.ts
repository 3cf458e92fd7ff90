import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { answerFrom } from './nupay.mapping.server.ts';
import { readMessage } from './nupay-message.server.ts';
import { signature } from './nupay.facts.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const now = new Date('2026-11-24T12:00:00Z');
const attemptId = newId('att');
const webhooks = {
  payment: { referenceId: attemptId, pspReferenceId: 'psp-1', timestamp: '2026-11-24T12:00:00Z' },
  refund: { refundId: 'ref-1', pspReferenceId: 'psp-1', transactionRefundId: 'ours' },
};
const messageOf = (body: object) => ({
  headers: {},
  path: '/told',
  body: Buffer.from(JSON.stringify(body)),
  receivedAt: now,
});

describe('a message of nupay', () => {
  test.each(['payment', 'refund'] as const)('about a %s is unproved while no keys are configured', (kind) => {
    expect(readMessage(messageOf(webhooks[kind]), [])).toMatchObject({ kind: 'hints', isUnverified: true });
  });

  test('that is signed is proved, and one without a signature is refused', () => {
    const message = messageOf(webhooks.payment);
    expect(readMessage(message, [publicKey])).toEqual({ kind: 'refused', reason: 'bad-signature' });
    const timestamp = now.toISOString();
    const signed = sign(null, Buffer.concat([Buffer.from(`POST/told${timestamp}`), message.body]), privateKey);
    const headers = { [signature.timestamp]: timestamp, [signature.value]: signed.toString('base64') };
    expect(readMessage({ ...message, headers }, [publicKey])).toEqual({
      kind: 'hints',
      hints: [{ eventId: 'psp-1:2026-11-24T12:00:00Z', reference: 'psp-1', attemptId }],
    });
  });
});

test('a payment that nupay answers with DENIED is declined for good, and its buyer is told to pay otherwise', () => {
  const charge = { attemptId, amount: { amount: 94_800n, currency: 'BRL' as const } };
  const json = { pspReferenceId: 'psp-1', referenceId: attemptId, status: 'DENIED' };
  expect(answerFrom(json, charge, now, now)).toMatchObject({
    kind: 'fact',
    fact: { state: 'declined', movements: [], decline: { code: 'app-refused', raw: 'DENIED' } },
  });
});

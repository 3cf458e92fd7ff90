import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { notificationKeys, openSignedWebhook, type SignatureRules } from './signed-webhook.server.ts';

const rules: SignatureRules = { timestampHeader: 'x-time', signatureHeader: 'x-sign', keys: ['new', 'old'] };
const now = new Date('2026-11-20T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const body = Buffer.from('{"id":"evt_1"}');

function sign(key: string, time: number | string, bytes = body): string {
  return `v1=${createHmac('sha256', key).update(`${time}.`).update(bytes).digest('hex')}`;
}

function open(headers: Readonly<Record<string, string | undefined>>, bytes = body, by = rules) {
  return openSignedWebhook({ headers, body: bytes, receivedAt: now }, by);
}

describe('a signed message', () => {
  test('is read when either key signed it', () => {
    for (const key of rules.keys) {
      expect(open({ 'x-time': String(seconds), 'x-sign': sign(key, seconds) })).toEqual({
        ok: true,
        value: { id: 'evt_1' },
      });
    }
  });

  test('may carry several signatures', () => {
    const both = `${sign('unknown', seconds)}, ${sign('old', seconds)}`;
    expect(open({ 'x-time': String(seconds), 'x-sign': both }).ok).toBe(true);
  });

  test.each([
    ['no headers', {}],
    ['no signature', { 'x-time': String(seconds) }],
    ['a stranger’s key', { 'x-time': String(seconds), 'x-sign': sign('stranger', seconds) }],
    ['another time than was signed', { 'x-time': String(seconds + 1), 'x-sign': sign('new', seconds) }],
    ['a time that is no number', { 'x-time': 'now', 'x-sign': sign('new', 'now') }],
    ['another version', { 'x-time': String(seconds), 'x-sign': sign('new', seconds).replace('v1', 'v0') }],
    ['half a signature', { 'x-time': String(seconds), 'x-sign': sign('new', seconds).slice(0, 20) }],
  ])('with %s is refused', (_name, headers) => {
    expect(open(headers)).toEqual({ ok: false, error: 'bad-signature' });
  });

  test('of an empty key is refused, as is any when no key is known', () => {
    const headers = { 'x-time': String(seconds), 'x-sign': sign('', seconds) };
    expect(open(headers, body, { ...rules, keys: [] })).toEqual({ ok: false, error: 'bad-signature' });
    expect(notificationKeys(',a,,b')).toEqual(['a', 'b']);
  });

  test('is good for five minutes to either side of now', () => {
    const at = (time: number) => open({ 'x-time': String(time), 'x-sign': sign('new', time) });
    expect([-300, 300].map((shift) => at(seconds + shift).ok)).toEqual([true, true]);
    expect([-301, 301].map((shift) => at(seconds + shift))).toEqual([
      { ok: false, error: 'stale' },
      { ok: false, error: 'stale' },
    ]);
  });

  test('that is no JSON is malformed', () => {
    const bytes = Buffer.from('<xml/>');
    expect(open({ 'x-time': String(seconds), 'x-sign': sign('new', seconds, bytes) }, bytes)).toEqual({
      ok: false,
      error: 'malformed',
    });
  });
});

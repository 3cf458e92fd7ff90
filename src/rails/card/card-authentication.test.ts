import { describe, expect, test } from 'vitest';
import { authenticationDetails, readCardAuthentication } from './card-authentication.ts';

const browser = { screenWidth: 390, screenHeight: 844, colorDepth: 24, timeZoneOffset: 180 };
const transactionId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e';
const word = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('what the browser has for the bank', () => {
  test.each([{ completion: 'Y', transactionId }, { completion: 'N', transactionId }, { completion: 'U' }])(
    '%o is read as it was written',
    (look) => {
      expect(readCardAuthentication(word({ ...look, ...browser }))).toEqual({ ...look, ...browser });
      expect(authenticationDetails(word({ ...look, ...browser }))).toEqual({
        authentication: { ...look, ...browser },
      });
    },
  );

  test('what is not asked for is dropped, a transaction without a look too', () => {
    const read = readCardAuthentication(word({ completion: 'U', transactionId, ...browser, number: '4111' }));
    expect(read).toEqual({ completion: 'U', ...browser });
  });

  test.each([
    ['nothing', ''],
    ['no base64url', '{"completion":"U"}'],
    ['no JSON', 'AAAA'],
    ['no object', word(null)],
    ['another letter', word({ completion: 'C', ...browser })],
    ['a look without its transaction', word({ completion: 'Y', ...browser })],
    ['a transaction that is none', word({ completion: 'N', transactionId: 'a'.repeat(36), ...browser })],
    ['a screen of words', word({ completion: 'U', ...browser, screenWidth: '390' })],
    ['a day of more than a day', word({ completion: 'U', ...browser, timeZoneOffset: 1_441 })],
    ['too much', word({ completion: 'U', ...browser, more: 'x'.repeat(600) })],
  ])('%s says nothing, and the payment goes on without', (_, text) => {
    expect(readCardAuthentication(text)).toBeNull();
    expect(authenticationDetails(text)).toEqual({});
  });
});

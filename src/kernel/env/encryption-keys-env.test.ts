import { expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { codeKeyOf, readEncryptionKeys } from './encryption-keys-env.server.ts';

const [cookie, other, seal] = ['c', 'd', 's'].map((sign) => sign.repeat(32)) as [string, string, string];

function read(source: Readonly<Record<string, string>>, cookieSecret = cookie) {
  const values = envValues(source);
  const keys = readEncryptionKeys(values, cookieSecret);
  return { keys, problems: values.problems.map(({ variable }) => variable) };
}

test('encryption without a key of its own works as before', () => {
  expect(read({})).toEqual({ keys: [codeKeyOf(cookie)], problems: [] });
});

test('a key of their own seals from now on, and what was sealed before is opened all the same', () => {
  const { keys } = read({ ENCRYPTION_KEY: seal });
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(codeKeyOf(cookie));
  // A new cookie secret does not change the encryption key.
  expect(read({ ENCRYPTION_KEY: seal }, other).keys[0]).toBe(keys[0]);
});

test('earlier values of either open what they sealed', () => {
  const [first] = read({ ENCRYPTION_KEY: seal }).keys;
  expect(read({ ENCRYPTION_OLD_KEYS: `${cookie}  ${seal}` }, other).keys).toEqual(
    expect.arrayContaining([codeKeyOf(other), codeKeyOf(cookie), first]),
  );
  expect(read({ ENCRYPTION_OLD_KEYS: cookie }, other).keys[0]).toBe(codeKeyOf(other));
});

test.each([
  ['ENCRYPTION_KEY', 'short'],
  ['ENCRYPTION_OLD_KEYS', `${cookie} short`],
])('%s is no guess', (name, value) => {
  expect(read({ [name]: value }).problems).toEqual([name]);
});

import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.server.ts';

describe('an address of the internet', () => {
  test.each(['8.8.8.8', '200.147.3.157', '172.32.0.1', '100.128.0.1', '2800:3f0:4001::1', '2606:4700::1111'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%j is none', (address) => expect(isPublicAddress(address)).toBe(false));
});

import { randomBytes, randomInt } from 'node:crypto';

/** An id as Culqi's test environment writes them: `chr_test_` and 16 letters or digits. */
export function testId(kind: 'tkn' | 'ype' | 'cus' | 'crd' | 'chr' | 'ref' | 'ord' | 'evt'): string {
  return `${kind}_test_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16)}`;
}

/** A CIP: eight digits. */
export function newCip(): string {
  return String(randomInt(10_000_000, 100_000_000));
}

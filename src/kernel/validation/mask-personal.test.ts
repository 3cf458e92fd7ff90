import { expect, test } from 'vitest';
import { maskEmail, maskName, maskNumber } from './mask-personal.ts';

test.each([
  ['Maria da Silva', 'Maria S•••'],
  ['  João   Souza ', 'João S•••'],
  ['Maria', 'M•••'],
  ['', '•••'],
])('the name %j shows as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});

test.each([
  ['maria@escola.com.br', 'm•••@e•••.com.br'],
  ['a@b', 'a•••@b•••'],
  ['"odd@name"@host.example', '"•••@h•••.example'],
])('the address %s shows as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test('a number shows its last digits', () => {
  expect(maskNumber('+5511961234567')).toBe('•••4567');
  expect(maskNumber('39053344705', 2)).toBe('•••05');
});

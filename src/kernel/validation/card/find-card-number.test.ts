import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCardNumber } from './find-card-number.ts';

test.each([
  '4111111111111111',
  'my card is 4111 1111 1111 1111, thanks',
  '4111-1111-1111-1111',
  '5555.5555.5555.4444',
  '378282246310005',
  '3782 822463 10005',
  '3056 930902 5904',
  '6011000990139424',
  '2223003122003222',
  'x4000000000000000006x',
  // Formats of pages, documents and phones: hard and thin blanks, real dashes, ends of columns.
  '4111\u00a01111\u00a01111\u00a01111',
  '4111\u20091111\u20091111\u20091111',
  '4111\u20111111\u20111111\u20111111',
  '3782\u2013822463\u201310005',
  '4111\t1111\t1111\t1111',
  '4111/1111/1111/1111',
  '4111_1111_1111_1111',
  // A whole card as it is pasted: the code, or month and year, right behind the number.
  '4111 1111 1111 1111 123',
  '4111 1111 1111 1111 12/29',
  '4111 1111 1111 1111 12/29 123',
  '3782 822463 10005 1234',
  '4111-1111 1111-1111',
  '411111 1111111111',
  '41111111 11111111',
  '4111 111111111111',
  'c15c74c1-3813-4134-8408-37c30db8217f 4111 1111 1111 1111',
  '00000000-0000-0000-4111-111111111111',
])('%s is like a card', (text) => expect(findCardNumber(text)).not.toBeNull());

test.each([
  // Fields of one e-mail in a row: the digits after the second dash begin as a card and pass its check.
  'buyer-19446-40-1795282205103@exemplo.com.br',
  '1795282205103',
  '4111111111111112',
  '41111111111111111111',
  '2026-11-21 17:28:48',
  '0000000000000000',
  '(11) 96123-4567',
  'buyer-4111-1111-1111-1111@exemplo.com.br',
  // Random ids of banks and platforms, such as a payout key.
  'c15c74c1-3813-4134-8408-37c30db8217f',
  'sale 1B83EA21-5637-4265-8692-81A28D555B63!',
])('%s is not', (text) => expect(findCardNumber(text)).toBeNull());

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const written = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''));

test('telephones, documents, dates, addresses of mail and numbers of orders are never like a card', () => {
  const innocent = fc.oneof(
    written('+55 (', digits(2), ') 9', digits(4), '-', digits(4)),
    written('+55 ', digits(2), ' 9', digits(4), ' ', digits(4)),
    written('+51 9', digits(2), ' ', digits(3), ' ', digits(3)),
    written('+258 8', digits(1), ' ', digits(3), ' ', digits(4)),
    written(digits(3), '.', digits(3), '.', digits(3), '-', digits(2)),
    written(digits(2), '.', digits(3), '.', digits(3), '/', digits(4), '-', digits(2)),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    written('buyer-', digits(5), '-', digits(2), '-17', digits(11), '@exemplo.com.br'),
    written('comprador-', digits(4), '-', digits(4), '-', digits(4), '-', digits(4), '@exemplo.com.br'),
    written('ord_', digits(8), '-', digits(3)),
    written('Pedido ', digits(7)),
  );
  fc.assert(
    fc.property(innocent, (text) => findCardNumber(text) === null),
    { numRuns: 500 },
  );
});

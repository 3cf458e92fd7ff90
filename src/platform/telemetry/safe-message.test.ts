import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeMessage } from './safe-message.ts';

describe('what is told of an error', () => {
  test.each([
    [
      'TypeError',
      "Cannot read properties of undefined (reading 'total')",
      "Cannot read properties of undefined (reading 'total')",
    ],
    ['TypeError', 'x.map is not a function', 'x.map is not a function'],
    [
      'Error',
      'Minified React error #418; visit https://react.dev/errors/418?args[]=Maria',
      'Minified React error #418',
    ],
    ['SyntaxError', 'Unexpected token "M", "Maria da Silva" is not valid JSON', ''],
    ['Error', 'No lead for maria@exemplo.com.br', ''],
    ['TypeError', "Invalid value 'maria@exemplo.com.br'", "Invalid value '…'"],
    ['TypeError', 'Invalid URL: /lead?email=maria', 'Invalid URL: /lead'],
    ['RangeError', "Invalid '529.982.247-25", "Invalid '…'"],
  ])('%s: %s', (name, message, wanted) => expect(safeMessage(name, message)).toBe(wanted));

  test('is never what stood in quotation marks with a blank, an @ or a digit first', () => {
    const typed = fc.stringMatching(/^[0-9][0-9@ .-]{3,20}$/);
    fc.assert(
      fc.property(typed, (text) => {
        expect(safeMessage('TypeError', `bad '${text}' here`)).toBe("bad '…' here");
      }),
    );
  });
});

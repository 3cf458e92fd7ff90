import { describe, expect, test } from 'vitest';
import { codeMessage, toGsmText } from './sms-text.ts';

describe('the text of a message', () => {
  test.each([
    ['Seu código não vence já', 'Seu codigo nao vence ja'],
    ['É só à noite: Ação, Öl, ñ', 'É so à noite: Acao, Öl, ñ'],
    ['“aspas” – ‘R$\u00a095,00’…', '"aspas" - \'R$ 95,00\'...'],
    ['1º lote 😀', '1o lote ?'],
    ['e\u0301', 'é'],
  ])('%j goes out as %j', (words, plain) => expect(toGsmText(words)).toBe(plain));

  test('ends with the code bound to our host, which browsers read', () => {
    expect(codeMessage('Seu código é 012345.', '012345', 'https://checkout.school.example:8443')).toBe(
      'Seu codigo é 012345.\n\n@checkout.school.example #012345',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { suggestEmail } from './email-domain-hint.ts';

describe('a mistyped mail domain', () => {
  test.each([
    ['maria@gmial.com', 'maria@gmail.com'],
    ['maria@gmai.com', 'maria@gmail.com'],
    ['maria@gmaill.com', 'maria@gmail.com'],
    ['Maria@GMIAL.COM', 'Maria@gmail.com'],
    ['maria@gnail.com', 'maria@gmail.com'],
    ['maria@gmail.con', 'maria@gmail.com'],
    ['maria@gmail.co', 'maria@gmail.com'],
    ['maria@gmail.com.br', 'maria@gmail.com'],
    ['maria@hotmial.com', 'maria@hotmail.com'],
    ['maria@hotmal.com.br', 'maria@hotmail.com.br'],
    ['maria@hotmail.cm', 'maria@hotmail.com'],
    ['maria@outlok.com', 'maria@outlook.com'],
    ['maria@yaho.com.br', 'maria@yahoo.com.br'],
    ['maria@iclud.com', 'maria@icloud.com'],
    ['maria@uol.com', 'maria@uol.com.br'],
    ['maria@terra.com.b', 'maria@terra.com.br'],
  ])('%s is probably %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each([
    'maria@gmail.com',
    'maria@hotmail.com.br',
    'maria@yahoo.com.pe',
    'maria@yahoo.co.jp',
    'maria@mail.com',
    'maria@ymail.com',
    'maria@email.com',
    'maria@escola.com.br',
    'maria@outlook.jp',
    'maria@x.com',
    'maria@gmail',
    'maria',
    '@gmial.com',
    'a@b@gmial.com',
    '',
  ])('%j is left as it is', (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, escapeText, markup, raw } from './markup.ts';

describe('markup', () => {
  test('never lets a value open an element or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>"\'&=a/ \u0000') }), (text) => {
        expect(markup`${text}`.text).not.toMatch(/[<>"']/);
      }),
    );
  });

  test('reads an escaped text as it was', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = escapeText(text)
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&');
        expect(read).toBe(cleanText(text));
      }),
    );
  });

  test('inserts markup unchanged, joins lists, and omits null', () => {
    expect(markup`<p>${[markup`<b>${'a&b'}</b>`, raw('<br>')]}${null}${7}</p>`.text).toBe('<p><b>a&amp;b</b><br>7</p>');
  });

  test('drops direction marks and control characters', () => {
    expect(cleanText('ab\u202Egnp.exe\u0000\u0007\nc')).toBe('ab gnp.exe  \nc');
  });
});

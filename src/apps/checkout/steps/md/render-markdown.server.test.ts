import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './md.server.ts';

describe('Markdown as HTML', () => {
  test('has headings, lists, emphasis, tables and links', () => {
    const html = renderMarkdown(
      '# Regulamento\n\nLeia **tudo** e *volte*.\n\n- um\n- dois\n\n3. três\n\n| Lote | Preço |\n|---|---|\n| 1 | 10 |\n\n[site](https://a.example/x) [mail](mailto:a@b.example) [prazo](#prazo)',
    );
    expect(html).toContain('<h1>Regulamento</h1>');
    expect(html).toContain('<strong>tudo</strong>');
    expect(html).toContain('<li>dois</li>');
    expect(html).toContain('<ol start="3">');
    expect(html).toContain('<div tabindex="0"><table>');
    expect(html).toContain('<th scope="col">Lote</th>');
    expect(html).toContain('<a href="https://a.example/x" target="_blank" rel="noopener noreferrer">site</a>');
    expect(html).toContain('<a href="mailto:a@b.example">mail</a>');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<a href="//evil.example">x</a>',
    '![x](https://evil.example/pixel.png)',
    '<p onclick="alert(1)" style="position:fixed">x</p>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name=a></form>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<div tabindex="0" role="alert" id="root">x</div>',
    '<base href="https://evil.example/">',
  ])('lets nothing through that acts: %s', (source) => {
    const html = renderMarkdown(source);
    expect(html).not.toMatch(/<(?!\/?(?:p|a|h[1-4]|br)\b)[a-z]/i);
    expect(html).not.toMatch(/<[^>]*(?:\son\w+|style|javascript:|data:|src|evil)[^>]*>/i);
  });

  test('of any text is made of the listed elements only', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      '`',
      '[',
      '](',
      ')',
      'javascript:',
      'on',
      '=',
      '\n',
      '# ',
      '| ',
      'a',
      '&',
      '<!--',
      '-->',
      '<div>',
      '<script>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const tags = renderMarkdown(pieces.join('')).match(/<\/?[a-z][a-z0-9]*/gi) ?? [];
        const names = new Set(tags.map((tag) => tag.replace(/^<\/?/, '')));
        const allowed =
          'h1 h2 h3 h4 p ul ol li blockquote hr br strong em del code pre a table thead tbody tr th td div';
        expect([...names].filter((name) => !allowed.split(' ').includes(name))).toEqual([]);
      }),
    );
  });
});

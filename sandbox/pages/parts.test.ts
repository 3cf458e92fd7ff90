import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { markup } from './html.ts';
import { copyPolicy, renderPage } from './layout.server.ts';
import { cardNumber, table } from './parts.ts';

test('a table gives each cell of a row its head, whatever text the cell holds', () => {
  const row = markup`<td>${'<td>'}</td><td class="number">2</td>`;
  const { markup: text } = table('Linhas', ['Um', 'Dois "2"'], [row]);
  expect(text).toContain('<td role="cell" data-head="Um">&lt;td&gt;</td>');
  expect(text).toContain('<td role="cell" data-head="Dois &quot;2&quot;" class="number">2</td>');
});

test('a card number is shown in groups, and its button copies the digits alone', () => {
  expect(cardNumber('4111111111111111').markup).toMatch(
    /^<code>4111 1111 1111 1111<\/code> <button .*value="4111111111111111"/,
  );
  expect(cardNumber('371212121212122').markup).toContain('<code>3712 121212 12122</code>');
});

test('a page with card numbers runs one script, which its policy names by its hash', () => {
  const page = renderPage({ title: 'Cartões', body: cardNumber('4111111111111111'), hasNumbers: true });
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(copyPolicy).toContain(`script-src 'sha256-${hash}'`);
  expect(renderPage({ title: 'Livro', body: markup`<p>1</p>` })).not.toContain('<script');
});

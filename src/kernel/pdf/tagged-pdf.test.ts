import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fontRuns } from './pdf-fonts.server.ts';
import { createPdf } from './tagged-pdf.server.ts';

const options = {
  lang: 'es-PE',
  title: 'Recibo (1)',
  author: 'Escola',
  colour: '#224466',
  foot: 'Pedido 1',
  madeAt: new Date('2026-11-21T10:00:00Z'),
};

test('a paper is tagged, says its language and title, and counts its pages', async () => {
  const paper = createPdf(options);
  paper.title('Recibo', 'Escola');
  paper.heading('1. O que');
  for (let line = 0; line < 90; line += 1)
    paper.paragraph('Uma linha que enche a página, e depois outra, até que ela acabe.');
  paper.item('um');
  paper.item('dois');
  paper.facts([['Nome', 'Ana']]);
  paper.table(['Item', 'Valor'], [['Curso', 'R$ 10,00']], [0.7, 0.3]);
  paper.attach({ name: 'a.json', contentType: 'application/json', description: 'provas', content: Buffer.from('{}') });
  const text = (await paper.finish()).toString('latin1');
  for (const mark of [
    '/MarkInfo',
    '/Lang (es-PE)',
    '/DisplayDocTitle true',
    '/S /H1',
    '/S /H2',
    '/S /L\n',
    '/S /LBody',
    '/S /TH',
    '/Scope /Column',
    '/Scope /Row',
    '/EmbeddedFile',
    '<rdf:li xml:lang="x-default">Recibo (1)</rdf:li>',
  ])
    expect(text).toContain(mark);
  expect(text.match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(2);
  // All fonts are embedded.
  expect(text).not.toMatch(/\/BaseFont \/(Helvetica|Times)/);
});

/** For each page, the number of its row headers. */
function rowHeadsOf(pdf: Buffer): number[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\n([^]*?)\nendstream/g)].flatMap(([, body = '']) => {
    try {
      const content = inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
      // Only pages begin with the bar over their width.
      return content.includes(' re\n') ? [content.match(/\/TH <</g)?.length ?? 0] : [];
    } catch {
      return [];
    }
  });
}

test('a section stands on one page, however little room the last one left; what begins a page does', async () => {
  const rows = Array.from({ length: 6 }, (_, row) => [`Nome ${row}`, 'Valor'] as const);
  for (let before = 24; before < 34; before += 1) {
    const paper = createPdf(options);
    for (let line = 0; line < before; line += 1) paper.paragraph('Uma linha.');
    paper.section('Registro', rows);
    const heads = rowHeadsOf(await paper.finish());
    expect(heads.filter((count) => count > 0)).toEqual([6]);
  }
  const paper = createPdf(options);
  paper.section('Resumo', rows);
  paper.page();
  paper.facts([['Nome', 'Ana']]);
  expect(rowHeadsOf(await paper.finish())).toEqual([6, 1]);
});

test('letters of other languages are written by the other file, and unknown ones never as something else', () => {
  expect(fontRuns('José Łukasz 中', 'regular')).toEqual([
    { font: 'regular/latin', text: 'José ' },
    { font: 'regular/latin-ext', text: 'Ł' },
    { font: 'regular/latin', text: 'ukasz ?' },
  ]);
  expect(fontRuns('e\u0301', 'bold')).toEqual([{ font: 'bold/latin', text: 'é' }]);
});

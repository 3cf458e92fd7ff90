import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContractFacts, fillTerms } from './fill-terms.ts';
import { parseDocument, serializeDocument } from './contract.repository.server.ts';
import { mergeTerms, parseTerms } from './parse-terms.ts';

const source = `# Contrato

## Partes {#parties}

Compra: {{buyer.name}}.

{?trial} Começa com
{{term.trial}} grátis.

{!trial} Paga agora.

## Preço {#price}

- {each lines} {{line.title}}: {{line.amount}}

## Fim {#end}

Acabou.
`;

function termsOf(text: string) {
  const read = parseTerms(text);
  if (!read.ok) throw new Error(read.error);
  return { ...read.value, locale: 'pt-BR' as const, title: read.value.title ?? '', version: 'v' };
}

const facts = (name: string, holds: readonly string[] = []): ContractFacts => ({
  texts: { 'buyer.name': name, 'term.trial': '7 dias' },
  holds: new Set(holds),
  lists: {
    lines: [
      { 'line.title': 'Curso', 'line.amount': 'R$ 10,00' },
      { 'line.title': 'Kit', 'line.amount': 'R$ 5,00' },
    ],
  },
});

describe('contract terms', () => {
  test('are filled with the facts of a sale, numbered, and keep only what applies', () => {
    expect(serializeDocument(fillTerms(termsOf(source), facts('Ana Souza')))).toBe(
      '# Contrato\n\n## 1. Partes\n\nCompra: Ana Souza.\n\nPaga agora.\n\n## 2. Preço\n\n- Curso: R$ 10,00\n\n- Kit: R$ 5,00\n\n## 3. Fim\n\nAcabou.\n',
    );
    const free = serializeDocument(fillTerms(termsOf(source), facts('Ana Souza', ['trial'])));
    expect(free).toContain('Começa com 7 dias grátis.');
    expect(free).not.toContain('Paga agora');
  });

  test('leave out a section without an applicable part', () => {
    const only = termsOf('# A\n\n## B {#b}\n\n{?trial} C.\n\n## D {#d}\n\nE.\n');
    expect(serializeDocument(fillTerms(only, facts('Ana')))).toBe('# A\n\n## 1. D\n\nE.\n');
  });

  test('of a brand replace sections of the base, and come before the last one when they are new', () => {
    const own = termsOf('# Outro\n\n## Quanto {#price}\n\nSó isto.\n\n## Novo {#new}\n\nMais.\n');
    const laid = mergeTerms(termsOf(source), own);
    expect(laid.title).toBe('Outro');
    expect(laid.sections.map(({ id, title }) => `${id} ${title}`)).toEqual([
      'parties Partes',
      'price Quanto',
      'new Novo',
      'end Fim',
    ]);
  });

  test.each([
    ['## Sem nome\n\nX.', 'is no heading'],
    ['Solto.', 'before the first section'],
    ['## A {#a}\n\n{{buyer.age}} x', 'none of the facts'],
    ['## A {#a}\n\nx {{buyer.age}}', 'none of the facts'],
    ['## A {#a}\n\n{?rich} x', 'none of the questions'],
    ['## A {#a}\n\n- {each things} x', 'none of the lists'],
    ['## A {#a}\n\n{{buyer.name}} compra.', 'begins with a fact'],
    ['## A {#a}\n\nx { y', 'a brace that nothing reads'],
    ['## A {#a}\n\nx\n\n## B {#a}\n\ny', 'twice'],
  ])('with a mistake are refused: %j', (text, reason) => {
    const read = parseTerms(text);
    expect(read.ok ? '' : read.error).toContain(reason);
  });

  test('cannot be changed by what a buyer typed', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const blocks = fillTerms(termsOf(source), facts(name));
        expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(3);
        expect(parseDocument(serializeDocument(blocks)).map(({ kind }) => kind)).toEqual(
          blocks.map(({ kind }) => kind),
        );
      }),
    );
  });

  test('with a missing fact throw', () => {
    expect(() => fillTerms(termsOf(source), { ...facts('Ana'), texts: {} })).toThrow('buyer.name');
  });
});

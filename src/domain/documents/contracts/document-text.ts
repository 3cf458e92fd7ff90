import type { DocumentBlock } from './contract.types.ts';

const marks = { title: '# ', heading: '## ', item: '- ', paragraph: '' } as const;

/** The words of a paper as they are kept and hashed: Markdown, UTF-8, one blank line between pieces, one line each. */
export function serializeDocument(blocks: readonly DocumentBlock[]): string {
  return `${blocks.map(({ kind, text }) => marks[kind] + text).join('\n\n')}\n`;
}

/** The pieces of such words again. */
export function parseDocument(text: string): DocumentBlock[] {
  return text
    .trimEnd()
    .split('\n\n')
    .map((line): DocumentBlock => {
      if (line.startsWith('# ')) return { kind: 'title', text: line.slice(2) };
      if (line.startsWith('## ')) return { kind: 'heading', text: line.slice(3) };
      return line.startsWith('- ') ? { kind: 'item', text: line.slice(2) } : { kind: 'paragraph', text: line };
    });
}

import PDFDocument from 'pdfkit';
import { pdfFonts } from './pdf-fonts.server.ts';
import { drawTable, heightOfFacts } from './pdf-table.server.ts';
import {
  artifact,
  type StructureElement,
  grey,
  ink,
  type TextStyle,
  margin,
  type PdfKitDocument,
  write,
} from './pdf-text.server.ts';

export interface PdfOptions {
  /** BCP 47. */
  readonly lang: string;
  readonly title: string;
  readonly author: string;
  /** `#rrggbb`, of the bar and the headings. */
  readonly colour: string;
  /** Footer of each page, before its number. */
  readonly foot: string;
  /** Creation date of the file, given so that the same data makes the same bytes. */
  readonly madeAt: Date;
}

export interface PdfAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly description: string;
  readonly content: Buffer;
}

/** A document written from top to bottom, with automatic page breaks and tags for screen readers. */
export interface PdfWriter {
  title(text: string, below?: string): void;
  heading(text: string): void;
  paragraph(text: string, style?: 'plain' | 'small'): void;
  item(text: string): void;
  /** Names and values side by side; a table with row headers in its first column. */
  facts(rows: readonly (readonly [string, string])[]): void;
  /** A heading with its names and values, all on one page if they fit. */
  section(heading: string, rows: readonly (readonly [string, string])[]): void;
  /** Begins a new page. */
  page(): void;
  /** The last column is aligned right. */
  table(head: readonly string[], rows: readonly (readonly string[])[], shares: readonly number[]): void;
  attach(file: PdfAttachment): void;
  finish(): Promise<Buffer>;
}

/** The library's types do not have the standard for accessible files yet. */
const accessible: object = { subset: 'PDF/UA' };

/** Widths of names and values. */
const factShares = [0.34, 0.66];

/** Begins a tagged document on A4 (PDF/UA) with embedded fonts. */
export function createPdf({ lang, title, author, colour, foot, madeAt }: PdfOptions): PdfWriter {
  const pdfDocument = new PDFDocument({
    size: 'A4',
    margins: margin,
    lang,
    tagged: true,
    pdfVersion: '1.7',
    ...accessible,
    displayTitle: true,
    bufferPages: true,
    font: '',
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdfDocument.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdfDocument.on('end', () => resolve(Buffer.concat(chunks)));
    pdfDocument.on('error', reject);
  });
  for (const [name, file] of pdfFonts) pdfDocument.registerFont(name, file);
  const width = pdfDocument.page.width - margin.left - margin.right;
  const root = pdfDocument.struct('Document');
  pdfDocument.addStructure(root);
  let list: StructureElement | null = null;
  const endList = (): void => {
    list?.end();
    list = null;
  };
  const bar = (): void => {
    artifact(pdfDocument, 'Layout', () => pdfDocument.rect(0, 0, pdfDocument.page.width, 12).fill(colour));
  };
  bar();
  pdfDocument.on('pageAdded', bar);

  const block = (type: string, text: string, look: TextStyle, parent: StructureElement = root): void => {
    parent.add(
      pdfDocument.struct(type, {}, () => write(pdfDocument, text, { ...look, x: margin.left + (look.indent ?? 0) })),
    );
  };
  const room = (height: number): void => {
    if (pdfDocument.y + height > pdfDocument.page.height - margin.bottom) pdfDocument.addPage();
  };

  const heading = (text: string): void => {
    endList();
    // With two lines of its content: a heading must not be alone at the end of a page.
    room(72);
    pdfDocument.y += 6;
    block('H2', text, { weight: 'bold', size: 12.5, colour: ink, after: 5 });
  };
  const facts = (rows: readonly (readonly [string, string])[]): void => {
    endList();
    drawTable(pdfDocument, root, { head: null, rows, shares: factShares, width, alignLast: false });
  };

  return {
    heading,
    facts,
    section(text, rows) {
      const needed = 34 + heightOfFacts(pdfDocument, { rows, shares: factShares, width });
      if (needed < pdfDocument.page.height - margin.top - margin.bottom) room(needed);
      heading(text);
      facts(rows);
    },
    page() {
      endList();
      pdfDocument.addPage();
    },
    title(text, below) {
      pdfDocument.y = margin.top - 18;
      block('H1', text, { weight: 'bold', size: 20, colour, after: below === undefined ? 14 : 2 });
      if (below !== undefined) block('P', below, { size: 10, colour: grey, after: 14 });
    },
    paragraph(text, style = 'plain') {
      endList();
      room(24);
      block('P', text, { size: style === 'plain' ? 10.5 : 8.5, colour: style === 'plain' ? ink : grey, after: 7 });
    },
    item(text) {
      room(20);
      if (!list) {
        list = pdfDocument.struct('L');
        root.add(list);
      }
      const entry = pdfDocument.struct('LI');
      list.add(entry);
      const { y } = pdfDocument;
      entry.add(
        pdfDocument.struct('Lbl', {}, () =>
          write(pdfDocument, '•', { size: 10.5, colour: ink, x: margin.left + 2, after: 0 }),
        ),
      );
      pdfDocument.y = y;
      entry.add(
        pdfDocument.struct('LBody', {}, () =>
          write(pdfDocument, text, { size: 10.5, colour: ink, x: margin.left + 16, after: 4 }),
        ),
      );
      entry.end();
    },
    table(head, rows, shares) {
      endList();
      drawTable(pdfDocument, root, { head, rows, shares, width, alignLast: true });
    },
    attach({ name, contentType, description, content }) {
      pdfDocument.file(content, { name, type: contentType, description, creationDate: madeAt, modifiedDate: madeAt });
    },
    finish() {
      endList();
      root.end();
      drawFeet(pdfDocument, foot);
      pdfDocument.end();
      return finished;
    },
  };
}

function drawFeet(pdfDocument: PdfKitDocument, foot: string): void {
  const { start, count } = pdfDocument.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdfDocument.switchToPage(page);
    // Below the margin a text would begin a new page.
    pdfDocument.page.margins.bottom = 0;
    artifact(pdfDocument, 'Pagination', () => {
      pdfDocument.y = pdfDocument.page.height - 40;
      write(pdfDocument, `${foot} · ${page + 1}/${count}`, { size: 8, colour: grey, after: 0 });
    });
    pdfDocument.page.margins.bottom = margin.bottom;
  }
}

import PDFDocument from 'pdfkit';
import { paperFonts } from './paper-fonts.server.ts';
import { drawTable, heightOfFacts } from './paper-table.server.ts';
import { artifact, type Element, grey, ink, type Look, margin, type Sheet, write } from './paper-text.server.ts';

export interface PaperOptions {
  /** BCP 47. */
  readonly lang: string;
  readonly title: string;
  readonly author: string;
  /** `#rrggbb`, of the bar and the headings. */
  readonly colour: string;
  /** At the foot of each page, before its number. */
  readonly foot: string;
  /** The moment that the file says it was made at: the same facts make the same bytes. */
  readonly madeAt: Date;
}

export interface PaperFile {
  readonly name: string;
  readonly contentType: string;
  readonly description: string;
  readonly content: Buffer;
}

/** A paper that is written from top to bottom. Pages break by themselves; everything is tagged for who hears it. */
export interface Paper {
  title(text: string, below?: string): void;
  heading(text: string): void;
  paragraph(text: string, style?: 'plain' | 'small'): void;
  item(text: string): void;
  /** Names and values side by side; a table whose first column names the rows. */
  facts(rows: readonly (readonly [string, string])[]): void;
  /** A heading with its names and values, all on one page where one has room for them. */
  section(heading: string, rows: readonly (readonly [string, string])[]): void;
  /** What follows begins on a page of its own. */
  page(): void;
  /** The last column stands at the right. */
  table(head: readonly string[], rows: readonly (readonly string[])[], shares: readonly number[]): void;
  attach(file: PaperFile): void;
  finish(): Promise<Buffer>;
}

/** The types of the library do not know the standard for accessible files yet. */
const accessible: object = { subset: 'PDF/UA' };

/** Widths of names and values. */
const factShares = [0.34, 0.66];

/** Begins a paper on A4, tagged (PDF/UA), its fonts embedded. */
export function createPaper({ lang, title, author, colour, foot, madeAt }: PaperOptions): Paper {
  const sheet = new PDFDocument({
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
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.on('end', () => resolve(Buffer.concat(chunks)));
    sheet.on('error', reject);
  });
  for (const [name, file] of paperFonts) sheet.registerFont(name, file);
  const width = sheet.page.width - margin.left - margin.right;
  const root = sheet.struct('Document');
  sheet.addStructure(root);
  let list: Element | null = null;
  const endList = (): void => {
    list?.end();
    list = null;
  };
  const bar = (): void => {
    artifact(sheet, 'Layout', () => sheet.rect(0, 0, sheet.page.width, 12).fill(colour));
  };
  bar();
  sheet.on('pageAdded', bar);

  const block = (type: string, text: string, look: Look, parent: Element = root): void => {
    parent.add(sheet.struct(type, {}, () => write(sheet, text, { ...look, x: margin.left + (look.indent ?? 0) })));
  };
  const room = (height: number): void => {
    if (sheet.y + height > sheet.page.height - margin.bottom) sheet.addPage();
  };

  const heading = (text: string): void => {
    endList();
    // With two lines of what it stands above: alone at the end of a page it heads nothing.
    room(72);
    sheet.y += 6;
    block('H2', text, { weight: 'bold', size: 12.5, colour: ink, after: 5 });
  };
  const facts = (rows: readonly (readonly [string, string])[]): void => {
    endList();
    drawTable(sheet, root, { head: null, rows, shares: factShares, width, alignLast: false });
  };

  return {
    heading,
    facts,
    section(text, rows) {
      const needed = 34 + heightOfFacts(sheet, { rows, shares: factShares, width });
      if (needed < sheet.page.height - margin.top - margin.bottom) room(needed);
      heading(text);
      facts(rows);
    },
    page() {
      endList();
      sheet.addPage();
    },
    title(text, below) {
      sheet.y = margin.top - 18;
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
        list = sheet.struct('L');
        root.add(list);
      }
      const entry = sheet.struct('LI');
      list.add(entry);
      const { y } = sheet;
      entry.add(
        sheet.struct('Lbl', {}, () => write(sheet, '•', { size: 10.5, colour: ink, x: margin.left + 2, after: 0 })),
      );
      sheet.y = y;
      entry.add(
        sheet.struct('LBody', {}, () => write(sheet, text, { size: 10.5, colour: ink, x: margin.left + 16, after: 4 })),
      );
      entry.end();
    },
    table(head, rows, shares) {
      endList();
      drawTable(sheet, root, { head, rows, shares, width, alignLast: true });
    },
    attach({ name, contentType, description, content }) {
      sheet.file(content, { name, type: contentType, description, creationDate: madeAt, modifiedDate: madeAt });
    },
    finish() {
      endList();
      root.end();
      drawFeet(sheet, foot);
      sheet.end();
      return finished;
    },
  };
}

function drawFeet(sheet: Sheet, foot: string): void {
  const { start, count } = sheet.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    sheet.switchToPage(page);
    // Below the margin a text would begin a new page.
    sheet.page.margins.bottom = 0;
    artifact(sheet, 'Pagination', () => {
      sheet.y = sheet.page.height - 40;
      write(sheet, `${foot} · ${page + 1}/${count}`, { size: 8, colour: grey, after: 0 });
    });
    sheet.page.margins.bottom = margin.bottom;
  }
}

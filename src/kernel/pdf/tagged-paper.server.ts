import PDFDocument from 'pdfkit';
import { type FontWeight, fontRuns, paperFonts } from './paper-fonts.server.ts';

type Sheet = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

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
  paragraph(text: string, style?: 'plain' | 'small' | 'mono'): void;
  item(text: string): void;
  /** Names and values side by side; a table whose first column names the rows. */
  facts(rows: readonly (readonly [string, string])[]): void;
  /** The last column stands at the right. */
  table(head: readonly string[], rows: readonly (readonly string[])[], shares: readonly number[]): void;
  attach(file: PaperFile): void;
  finish(): Promise<Buffer>;
}

const margin = { top: 64, bottom: 64, left: 56, right: 56 };
/** The types of the library do not know these yet: the standard for accessible files, and what a heading cell is of. */
const accessible: object = { subset: 'PDF/UA' };
const headOf = (scope: 'Row' | 'Column'): object => ({ scope });
const ink = '#1a1a1a';
const grey = '#555555';

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

  return {
    title(text, below) {
      sheet.y = margin.top - 18;
      block('H1', text, { weight: 'bold', size: 20, colour, after: below === undefined ? 14 : 2 });
      if (below !== undefined) block('P', below, { size: 10, colour: grey, after: 14 });
    },
    heading(text) {
      endList();
      room(48);
      sheet.y += 6;
      block('H2', text, { weight: 'bold', size: 12.5, colour: ink, after: 5 });
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
    facts(rows) {
      endList();
      drawTable(sheet, root, { head: null, rows, shares: [0.34, 0.66], width, alignLast: false });
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

interface Look {
  readonly weight?: FontWeight;
  readonly size: number;
  readonly colour: string;
  readonly after: number;
  readonly indent?: number;
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Something that only decorates: a reader skips it. */
function artifact(sheet: Sheet, type: 'Layout' | 'Pagination', draw: () => void): void {
  sheet.markContent('Artifact', { type });
  draw();
  sheet.endMarkedContent();
}

/** Writes a text at the sheet's place, over as many fonts as it needs. */
function write(
  sheet: Sheet,
  text: string,
  { weight = 'regular', size, colour, after, x = margin.left, ...look }: Look,
): void {
  const width = look.width ?? sheet.page.width - margin.right - x;
  const runs = fontRuns(text === '' ? ' ' : text, weight);
  sheet.fontSize(size).fillColor(colour);
  sheet.x = x;
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1;
    sheet.font(run.font);
    sheet.text(run.text, { width, align: look.align ?? 'left', lineGap: 1.5, continued: !isLast });
  }
  sheet.y += after;
}

function heightOf(sheet: Sheet, text: string, weight: FontWeight, size: number, width: number): number {
  const [first] = fontRuns(text === '' ? ' ' : text, weight);
  sheet.font(first?.font ?? `${weight}/latin`).fontSize(size);
  return sheet.heightOfString(text === '' ? ' ' : text, { width, lineGap: 1.5 });
}

interface TableParts {
  readonly head: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** Widths of the columns as parts of the whole. */
  readonly shares: readonly number[];
  readonly width: number;
  readonly alignLast: boolean;
}

function drawTable(sheet: Sheet, root: Element, { head, rows, shares, width, alignLast }: TableParts): void {
  const table = sheet.struct('Table');
  root.add(table);
  const size = 9.5;
  const gap = 10;
  const drawRow = (cells: readonly string[], isHead: boolean): void => {
    const widths = shares.map((share) => share * width - gap);
    const weightOf = (column: number): FontWeight => (isHead || (head === null && column === 0) ? 'bold' : 'regular');
    const height = Math.max(
      ...cells.map((cell, column) => heightOf(sheet, cell, weightOf(column), size, widths[column] ?? width)),
    );
    if (sheet.y + height + 8 > sheet.page.height - margin.bottom) sheet.addPage();
    const top = sheet.y + 3;
    const row = sheet.struct('TR');
    table.add(row);
    let x = margin.left;
    for (const [column, cell] of cells.entries()) {
      const isName = isHead || (head === null && column === 0);
      const options = isName ? headOf(isHead ? 'Column' : 'Row') : {};
      const isRight = alignLast && column === cells.length - 1;
      const at = { x, width: widths[column] ?? width, align: isRight ? ('right' as const) : ('left' as const) };
      sheet.y = top;
      row.add(
        sheet.struct(isName ? 'TH' : 'TD', options, () =>
          write(sheet, cell, {
            weight: weightOf(column),
            size,
            colour: isName && !isHead ? grey : ink,
            after: 0,
            ...at,
          }),
        ),
      );
      x += (shares[column] ?? 0) * width;
    }
    row.end();
    sheet.y = top + height + 3;
    const line = sheet.y;
    artifact(sheet, 'Layout', () =>
      sheet
        .lineWidth(isHead ? 1 : 0.4)
        .strokeColor(isHead ? grey : '#cccccc')
        .moveTo(margin.left, line)
        .lineTo(margin.left + width, line)
        .stroke(),
    );
  };
  if (head) drawRow(head, true);
  for (const row of rows) drawRow(row, false);
  table.end();
  sheet.y += 10;
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

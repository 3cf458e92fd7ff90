import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Parts of a workbook beside its sheet: the heads are bold. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="12"/><name val="Calibri"/></font><font><b/><sz val="12"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
};
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The sheet before its rows: the first of them stays in sight. */
const beginning = `${declaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const end = '</sheetData></worksheet>';

/** An XLSX of one sheet, compressed as it is read, so that none of it is held. `rows`: `<row>` elements, UTF-8. */
export function workbookOf(rows: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  const options = { compressionLevel: 1 };
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(declaration + text), name, options);
  const sheet = Readable.from(sheetOf(rows), { objectMode: false });
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', options);
  zip.end();
  const file = zip.outputStream.pipe(new PassThrough());
  sheet.once('error', (error) => file.destroy(error));
  return file.once('close', () => sheet.destroy());
}

async function* sheetOf(rows: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield Buffer.from(beginning);
  yield* rows;
  yield Buffer.from(end);
}

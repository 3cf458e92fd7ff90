import PDFDocument from 'pdfkit';
import { create } from 'qrcode';
import { itf25Bars, slipBarsSize } from './itf25.ts';
import { bankBoxes, bankHeight, type Box, formWidth, receiptBoxes, receiptHeight } from './slip-layout.ts';
import type { SlipDocument } from './slip-document.ts';

type Sheet = PDFKit.PDFDocument;

const perMm = 72 / 25.4;
const left = 15;
const ink = '#000';
const grey = '#555';

const mm = (value: number): number => value * perMm;

/** Decoration only: screen readers skip it. */
function artifact(sheet: Sheet, draw: () => void): void {
  sheet.markContent('Artifact', { type: 'Layout' });
  draw();
  sheet.endMarkedContent();
}

/** The largest size at which the text fits the width; text too wide for the smallest is cut with an ellipsis. */
function fit(sheet: Sheet, text: string, width: number, sizes: readonly number[]): void {
  for (const size of sizes) {
    sheet.fontSize(size);
    if (sheet.widthOfString(text) <= width) return;
  }
}

function drawBox(sheet: Sheet, parent: PDFKit.PDFStructureElement, box: Box, top: number): void {
  const x = mm(left + box.x);
  const y = mm(top + box.y);
  const width = mm(box.width);
  artifact(sheet, () => sheet.lineWidth(0.5).strokeColor(ink).rect(x, y, width, mm(box.height)).stroke());
  const lines = typeof box.value === 'string' ? [box.value] : box.value;
  const room = width - mm(2);
  parent.add(
    sheet.struct('P', {}, () => {
      sheet.font('Helvetica').fontSize(5.5).fillColor(grey);
      sheet.text(box.label, x + mm(1), y + mm(0.7), { width: room, lineBreak: false });
      sheet.font(box.isStrong ? 'Helvetica-Bold' : 'Helvetica').fillColor(ink);
      if (typeof box.value === 'string') {
        fit(sheet, box.value, room, box.isStrong ? [10, 9, 8] : [9, 8, 7, 6]);
        sheet.text(box.value, x + mm(1), y + mm(box.height - 4.3), {
          width: room,
          height: mm(4),
          ellipsis: true,
          align: box.align ?? 'left',
        });
      } else {
        sheet.fontSize(8).text(lines.join('\n'), x + mm(1), y + mm(4), {
          width: room,
          height: mm(box.height - 4.5),
          lineGap: 2,
          ellipsis: true,
        });
      }
    }),
  );
}

/** Bank, its code and the line of digits, over the boxes. */
function drawHead(sheet: Sheet, parent: PDFKit.PDFStructureElement, slip: SlipDocument, top: number): void {
  const y = mm(top);
  artifact(sheet, () => {
    sheet.lineWidth(mm(0.42)).strokeColor(ink);
    for (const x of [44, 62])
      sheet
        .moveTo(mm(left + x), y)
        .lineTo(mm(left + x), y + mm(7.5))
        .stroke();
  });
  parent.add(
    sheet.struct('P', {}, () => {
      sheet.font('Helvetica-Bold').fillColor(ink);
      fit(sheet, slip.bankName, mm(42), [13, 11, 9]);
      sheet.text(slip.bankName, mm(left), y + mm(2), { width: mm(42), lineBreak: false });
      sheet
        .fontSize(15)
        .text(slip.bankCode, mm(left + 44), y + mm(1.6), { width: mm(18), align: 'center', lineBreak: false });
      sheet
        .fontSize(11)
        .text(slip.line, mm(left + 63), y + mm(2.4), { width: mm(formWidth - 63), align: 'right', lineBreak: false });
    }),
  );
}

function drawQr(sheet: Sheet, parent: PDFKit.PDFStructureElement, code: string, top: number): void {
  const { modules } = create(code, { errorCorrectionLevel: 'M' });
  const size = 34;
  const module = mm(size) / modules.size;
  const x = mm(left);
  const y = mm(top);
  const figure = sheet.struct('Figure', { alt: 'QR Code Pix deste boleto' }, () => {
    sheet.fillColor(ink);
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        if (modules.get(row, column)) sheet.rect(x + column * module, y + row * module, module, module);
      }
    }
    sheet.fill();
  });
  parent.add(figure);
  parent.add(
    sheet.struct('P', {}, () => {
      sheet
        .font('Helvetica-Bold')
        .fontSize(11)
        .fillColor(ink)
        .text('Pague na hora com Pix', x + mm(size + 6), y + mm(4), { width: mm(110) });
      sheet.font('Helvetica').fontSize(9).fillColor(grey);
      sheet.text(
        'Abra o app do seu banco, escolha Pix e leia este código. O pagamento cai na hora e o boleto deixa de valer. Quem pagar o boleto não precisa do Pix.',
        x + mm(size + 6),
        y + mm(10),
        { width: mm(105), lineGap: 2 },
      );
    }),
  );
}

function drawBars(sheet: Sheet, parent: PDFKit.PDFStructureElement, slip: SlipDocument, top: number): void {
  const { units, bars } = itf25Bars(slip.barcode);
  const unit = mm(slipBarsSize.widthMm) / units;
  const alt = `Código de barras: ${slip.barcode}`;
  parent.add(
    sheet.struct('Figure', { alt }, () => {
      sheet.fillColor(ink);
      for (const { x, width } of bars)
        sheet.rect(mm(left + 5) + x * unit, mm(top), width * unit, mm(slipBarsSize.heightMm));
      sheet.fill();
    }),
  );
}

function drawNote(
  sheet: Sheet,
  parent: PDFKit.PDFStructureElement,
  text: string,
  x: number,
  top: number,
  width: number,
  align: 'left' | 'right',
): void {
  parent.add(
    sheet.struct('P', {}, () => {
      sheet
        .font('Helvetica')
        .fontSize(7)
        .fillColor(grey)
        .text(text, mm(left + x), mm(top), { width: mm(width), align, lineBreak: false });
    }),
  );
}

function drawCut(sheet: Sheet, top: number): void {
  artifact(sheet, () => {
    sheet.lineWidth(0.5).strokeColor(grey).dash(3, { space: 3 });
    sheet.moveTo(mm(8), mm(top)).lineTo(mm(202), mm(top)).stroke().undash();
  });
}

/**
 * A slip on A4 in the banks' layout: the payer's part above, the bank's part below, bars of 103 × 13 mm at 5 mm from
 * the form's edge and 12 mm from its foot. Tagged and in Portuguese for screen readers.
 */
export async function slipPdf(slip: SlipDocument): Promise<Buffer> {
  const sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    tagged: true,
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: `Boleto ${slip.documentNumber} - ${slip.beneficiary.name}`, Author: slip.beneficiary.name },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.on('end', () => resolve(Buffer.concat(chunks)));
    sheet.on('error', reject);
  });
  const root = sheet.struct('Document');
  sheet.addStructure(root);

  const receipt = sheet.struct('Sect', { title: 'Recibo do pagador' });
  root.add(receipt);
  drawHead(sheet, receipt, slip, 18);
  for (const box of receiptBoxes(slip)) drawBox(sheet, receipt, box, 26);
  const receiptFoot = 26 + receiptHeight;
  drawNote(sheet, receipt, 'Recibo do pagador', 0, receiptFoot + 1.5, 60, 'left');
  drawNote(sheet, receipt, 'Autenticação mecânica', formWidth - 80, receiptFoot + 1.5, 80, 'right');
  if (slip.pixCode) drawQr(sheet, receipt, slip.pixCode, receiptFoot + 16);
  receipt.end();

  const bankTop = 160;
  drawCut(sheet, bankTop - 6);
  const bank = sheet.struct('Sect', { title: 'Ficha de compensação' });
  root.add(bank);
  drawHead(sheet, bank, slip, bankTop);
  for (const box of bankBoxes(slip)) drawBox(sheet, bank, box, bankTop + 8);
  const bankFoot = bankTop + 8 + bankHeight;
  drawNote(sheet, bank, 'Autenticação mecânica - Ficha de compensação', formWidth - 80, bankFoot + 1.5, 80, 'right');
  drawBars(sheet, bank, slip, bankFoot + 5);
  drawCut(sheet, bankFoot + 5 + slipBarsSize.heightMm + 12);
  bank.end();
  root.end();
  sheet.end();
  return finished;
}

import type { SlipDocument } from './slip-document.ts';

/** One box of the printed form; sizes in millimetres from the form's left top corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly value: string | readonly string[];
  readonly align?: 'right';
  readonly isStrong?: boolean;
}

/** Width of both parts: within the 170 to 216 mm that banks take. */
export const formWidth = 180;
const sideWidth = 48;
const mainWidth = formWidth - sideWidth;
const row = 8;

type Cell = Omit<Box, 'x' | 'y' | 'width' | 'height'> & { readonly width: number };

/** A row of boxes from the left edge. */
function rowOf(y: number, cells: readonly Cell[], height = row): Box[] {
  let x = 0;
  return cells.map((cell) => {
    const box: Box = { ...cell, x, y, height };
    x += cell.width;
    return box;
  });
}

function side(label: string, value: string, isStrong = false): Cell {
  return { width: sideWidth, label, value, align: 'right', isStrong };
}

function named(party: { readonly name: string; readonly document: string }): string {
  return party.document ? `${party.name} - CPF/CNPJ ${party.document}` : party.name;
}

/** "Recibo do pagador": the payer's part. */
export function receiptBoxes(slip: SlipDocument): Box[] {
  return [
    ...rowOf(0, [
      { width: mainWidth, label: 'Beneficiário', value: named(slip.beneficiary) },
      side('Vencimento', slip.dueOn, true),
    ]),
    ...rowOf(row, [
      { width: 62, label: 'Agência/Código do beneficiário', value: slip.agencyAccount },
      { width: 40, label: 'Nosso número', value: slip.ourNumber },
      { width: mainWidth - 102, label: 'Nº do documento', value: slip.documentNumber },
      side('Valor do documento', `R$ ${slip.amount}`, true),
    ]),
    ...rowOf(2 * row, [{ width: formWidth, label: 'Pagador', value: named(slip.payer) }]),
  ];
}

const sideRows = [
  '(-) Desconto / Abatimento',
  '(-) Outras deduções',
  '(+) Mora / Multa',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
];

/** "Ficha de compensação": the bank's part. Boxes for the bank's own use stay empty. */
export function bankBoxes(slip: SlipDocument): Box[] {
  const { beneficiary } = slip;
  const instructions = 4 * row;
  return [
    ...rowOf(0, [
      { width: mainWidth, label: 'Local de pagamento', value: 'Pagável em qualquer banco até o vencimento' },
      side('Vencimento', slip.dueOn, true),
    ]),
    ...rowOf(row, [
      {
        width: mainWidth,
        label: 'Beneficiário',
        value: [named(beneficiary), beneficiary.address].filter(Boolean).join(' - '),
      },
      side('Agência/Código do beneficiário', slip.agencyAccount),
    ]),
    ...rowOf(2 * row, [
      { width: 28, label: 'Data do documento', value: slip.issuedOn },
      { width: 32, label: 'Nº do documento', value: slip.documentNumber },
      { width: 22, label: 'Espécie doc.', value: 'DS' },
      { width: 16, label: 'Aceite', value: 'N' },
      { width: mainWidth - 98, label: 'Data do processamento', value: slip.issuedOn },
      side('Nosso número', slip.ourNumber),
    ]),
    ...rowOf(3 * row, [
      { width: 28, label: 'Uso do banco', value: '' },
      { width: 32, label: 'Carteira', value: slip.wallet },
      { width: 22, label: 'Espécie', value: 'R$' },
      { width: 16, label: 'Quantidade', value: '' },
      { width: mainWidth - 98, label: 'Valor', value: '' },
      side('(=) Valor do documento', slip.amount, true),
    ]),
    ...rowOf(
      instructions,
      [{ width: mainWidth, label: 'Instruções (responsabilidade do beneficiário)', value: slip.instructions }],
      5 * row,
    ),
    ...sideRows.map((label, index): Box => ({
      ...side(label, ''),
      x: mainWidth,
      y: instructions + index * row,
      height: row,
    })),
    ...rowOf(9 * row, [{ width: formWidth, label: 'Pagador', value: named(slip.payer) }]),
  ];
}

/** Height of the boxes of each part, in millimetres. */
export const receiptHeight = 3 * row;
export const bankHeight = 10 * row;

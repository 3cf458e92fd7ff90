import { mod10, mod11, mod11Complement } from './slip-check-digits.ts';

/** Contents of a bank's 25 digits. */
export interface FreeField {
  /** Bank and layout. */
  readonly name: string;
  /** The number of the slip at its bank ("nosso número") as that bank prints it, with its check digit. */
  readonly ourNumber: string;
}

type Layout = (field: string) => FreeField | null;

/** Layouts by bank code, from the banks' public manuals. Each gives null when its own check digits are wrong. */
const layouts: Readonly<Record<string, Layout>> = {
  '001': (field) =>
    field.startsWith('000000') ? { name: 'Banco do Brasil (convenio 7 digits)', ourNumber: field.slice(6, 23) } : null,
  '033': santander,
  '077': (field) => (field.startsWith('0001112') ? { name: 'Inter', ourNumber: field.slice(14) } : null),
  '104': caixa,
  '237': bradesco,
  '341': itau,
  '748': sicredi,
};

/** Reads a free field; null when the bank's layout is unknown here or the field does not fit it. */
export function readFreeField(bank: string, field: string): FreeField | null {
  const layout = Object.hasOwn(layouts, bank) ? layouts[bank] : undefined;
  return /^\d{25}$/.test(field) && layout !== undefined ? layout(field) : null;
}

/** Check digit of Bradesco's number over wallet (2 digits) and number (11): 10 is written as `P`. */
export function bradescoNumberDigit(wallet: string, number: string): string {
  const complement = mod11Complement(`${wallet}${number}`, 7);
  if (complement === 10) return 'P';
  return complement === 11 ? '0' : String(complement);
}

function bradesco(field: string): FreeField | null {
  const wallet = field.slice(4, 6);
  const number = field.slice(6, 17);
  if (!field.endsWith('0')) return null;
  return { name: 'Bradesco', ourNumber: `${wallet.padStart(3, '0')}/${number}-${bradescoNumberDigit(wallet, number)}` };
}

function santander(field: string): FreeField | null {
  const number = field.slice(8, 20);
  const digit = field.charAt(20);
  if (!field.startsWith('9') || digit !== String(mod11(number))) return null;
  return { name: `Santander ${field.slice(22)}`, ourNumber: `${number}-${digit}` };
}

function caixa(field: string): FreeField | null {
  if (field.charAt(6) !== String(mod11(field.slice(0, 6))) || field.charAt(24) !== String(mod11(field.slice(0, 24))))
    return null;
  const number = `${field.charAt(10)}${field.charAt(14)}${field.slice(7, 10)}${field.slice(11, 14)}${field.slice(15, 24)}`;
  return { name: 'Caixa SIGCB', ourNumber: `${number}-${mod11(number)}` };
}

function itau(field: string): FreeField | null {
  const wallet = field.slice(0, 3);
  const number = field.slice(3, 11);
  const account = field.slice(12, 21);
  const numberDigit = String(mod10(`${account}${wallet}${number}`));
  if (!field.endsWith('000') || field.charAt(11) !== numberDigit) return null;
  return { name: `Itau ${wallet}`, ourNumber: `${wallet}/${number}-${numberDigit}` };
}

function sicredi(field: string): FreeField | null {
  if (!/^[13]/.test(field) || field.slice(22, 24) !== '10' || field.charAt(24) !== String(mod11(field.slice(0, 24))))
    return null;
  return { name: 'Sicredi', ourNumber: `${field.slice(2, 4)}/${field.slice(4, 10)}-${field.charAt(10)}` };
}

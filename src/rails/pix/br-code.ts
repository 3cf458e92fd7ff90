import { crc16 } from './br-code.crc.ts';
import { isCodeAmount, isStaticTxid, longestBrCode, pixGui } from './br-code.limits.ts';
import { readTlv } from './br-code.tlv.ts';

/** Contents of a Pix code, and the results of its checks. Absent fields are undefined. */
export interface BrCode {
  /** CRC and structure are right, the mandatory objects are there, and there is something to pay. */
  readonly valid: boolean;
  readonly crcOk: boolean;
  /** Every length is right and no object occurs twice, templates included: a right CRC does not prove that. */
  readonly tlvOk: boolean;
  /** The txid is `***` or up to 25 letters and digits; codes in the wild break this rule and are still paid. */
  readonly txidOk: boolean;
  readonly kind: 'static' | 'dynamic' | 'recurrence' | null;
  /** `12` = one use only; `11` or absent = may be paid again. */
  readonly pointOfInitiation: string | undefined;
  readonly key: string | undefined;
  readonly description: string | undefined;
  /** ISPB of a withdrawal facilitator. */
  readonly fss: string | undefined;
  /** Address of a dynamic code's payload, without a scheme. */
  readonly location: string | undefined;
  /** Address of a recurrence's payload (Pix Automático), without a scheme. */
  readonly recurrenceLocation: string | undefined;
  /** As written in the code (`10.00`); of a dynamic code the payload's amount counts, not this one. */
  readonly amount: string | undefined;
  readonly merchantName: string | undefined;
  readonly merchantCity: string | undefined;
  readonly postalCode: string | undefined;
  readonly txid: string | undefined;
}

/**
 * Reads and checks a Pix copy-and-paste code by the Banco Central's "Manual de Padrões para Iniciação do Pix" (EMV
 * merchant-presented mode). Never throws: what cannot be read stays undefined and `valid` is false.
 */
export function readBrCode(text: string): BrCode {
  const code = text.slice(0, longestBrCode + 1);
  const root = readTlv(code);
  const field = (id: string): string | undefined => root.fields.get(id);
  const account = pixTemplate(root.fields, 26, 51);
  const additional = readTlv(field('62') ?? '');
  const recurrence = pixTemplate(root.fields, 80, 99);
  const crcOk = code.slice(-8, -4) === '6304' && crc16(code.slice(0, -4)) === code.slice(-4);
  const tlvOk = root.whole && templatesWhole(root.fields) && [...root.fields.keys()].at(-1) === '63';
  const key = account?.get('01');
  const location = account?.get('25');
  const recurrenceLocation = recurrence?.get('25');
  const kind = kindOf(key, location, recurrenceLocation);
  const amount = field('54');
  const txid = additional.fields.get('05');
  const mandatory =
    field('00') === '01' && field('53') === '986' && field('58') === 'BR' && /^\d{4}$/.test(field('52') ?? '');
  const named = field('59') !== undefined && field('60') !== undefined;
  const payable =
    account !== null && kind !== null && (amount === undefined || isCodeAmount(amount)) && text.length <= longestBrCode;
  return {
    valid: crcOk && tlvOk && mandatory && named && payable,
    crcOk,
    tlvOk,
    txidOk: txid !== undefined && isStaticTxid(txid),
    kind,
    pointOfInitiation: field('01'),
    key,
    description: account?.get('02'),
    fss: account?.get('03'),
    location,
    recurrenceLocation,
    amount,
    merchantName: field('59'),
    merchantCity: field('60'),
    postalCode: field('61'),
    txid,
  };
}

/** The template among ids `from`–`to` that carries Pix's name, or null. */
function pixTemplate(
  fields: ReadonlyMap<string, string>,
  from: number,
  to: number,
): ReadonlyMap<string, string> | null {
  for (const [id, value] of fields) {
    if (Number(id) < from || Number(id) > to) continue;
    const level = readTlv(value).fields;
    if (level.get('00')?.toLowerCase() === pixGui) return level;
  }
  return null;
}

/** Ids that hold objects of their own: merchant accounts 26–51, additional data, language and the unreserved 80–99. */
function templatesWhole(fields: ReadonlyMap<string, string>): boolean {
  return [...fields].every(([id, value]) => !/^(?:2[6-9]|[34]\d|5[01]|62|64|[89]\d)$/.test(id) || readTlv(value).whole);
}

function kindOf(key?: string, location?: string, recurrenceLocation?: string): BrCode['kind'] {
  if (location !== undefined) return 'dynamic';
  if (key !== undefined) return 'static';
  return recurrenceLocation === undefined ? null : 'recurrence';
}

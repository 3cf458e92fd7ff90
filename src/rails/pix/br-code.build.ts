import { twoDecimals } from '#src/kernel/money/decimal.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { crc16 } from './br-code.crc.ts';
import * as limits from './br-code.limits.ts';
import { writeTlv } from './br-code.tlv.ts';

interface CommonParts {
  /** Receiver's name; accents are taken off, at most 25 characters. */
  readonly name: string;
  /** Receiver's city; accents are taken off, at most 15 characters. */
  readonly city: string;
  /** Minor units of BRL, above zero; absent = the payer types it. */
  readonly amount?: bigint;
  /** Eight digits. */
  readonly postalCode?: string;
  /** Address of a recurrence (Pix Automático), without a scheme. */
  readonly recurrenceLocation?: string;
}

/** A code that carries the receiver's key and may be paid many times. */
export interface StaticParts extends CommonParts {
  readonly type: 'static';
  readonly key: string;
  readonly description?: string;
  /** Up to 25 letters and digits; absent = `***`. */
  readonly txid?: string;
  /** ISPB of a withdrawal facilitator, eight digits. */
  readonly fss?: string;
}

/** A code that points to a charge at the receiver's bank. */
export interface DynamicParts extends CommonParts {
  readonly type: 'dynamic';
  /** Host and path of the charge's payload, without a scheme. */
  readonly location: string;
  /** Marks the code as good for one payment only (01 = 12). */
  readonly oneTime?: boolean;
}

/** A code that only requests a mandate (journey 2 of Pix Automático). */
export interface RecurrenceParts extends CommonParts {
  readonly type: 'recurrence';
  readonly recurrenceLocation: string;
}

export type BrCodeParts = StaticParts | DynamicParts | RecurrenceParts;

export type BrCodeProblem =
  `${'name' | 'city' | 'key' | 'description' | 'txid' | 'fss' | 'location' | 'recurrence-location' | 'amount' | 'postal-code'}-invalid`;

const largestAmount = 999_999_999_999n;

/**
 * Writes a Pix copy-and-paste code; the counterpart of `readBrCode`. The error names values outside the manual's
 * limits.
 */
export function buildBrCode(parts: BrCodeParts): Result<string, BrCodeProblem> {
  const problem = problemOf(parts);
  if (problem !== null) return err(problem);
  const txid = parts.type === 'static' ? (parts.txid ?? limits.noTxid) : limits.noTxid;
  const body = [
    writeTlv('00', '01'),
    writeTlv('01', parts.type === 'dynamic' && parts.oneTime ? '12' : undefined),
    writeTlv('26', `${writeTlv('00', limits.pixGui)}${accountOf(parts)}`),
    writeTlv('52', '0000'),
    writeTlv('53', '986'),
    writeTlv('54', parts.amount === undefined ? undefined : twoDecimals(parts.amount)),
    writeTlv('58', 'BR'),
    writeTlv('59', limits.asciiText(parts.name)),
    writeTlv('60', limits.asciiText(parts.city)),
    writeTlv('61', parts.postalCode),
    writeTlv('62', writeTlv('05', txid)),
    writeTlv('80', recurrenceOf(parts.recurrenceLocation)),
    '6304',
  ].join('');
  return ok(`${body}${crc16(body)}`);
}

function accountOf(parts: BrCodeParts): string {
  if (parts.type === 'dynamic') return writeTlv('25', parts.location);
  if (parts.type === 'recurrence') return '';
  const description = parts.description === undefined ? undefined : limits.asciiText(parts.description);
  return `${writeTlv('01', parts.key)}${writeTlv('02', description)}${writeTlv('03', parts.fss)}`;
}

function recurrenceOf(location: string | undefined): string | undefined {
  return location === undefined ? undefined : `${writeTlv('00', limits.pixGui)}${writeTlv('25', location)}`;
}

function problemOf(parts: BrCodeParts): BrCodeProblem | null {
  if (!limits.isMerchantName(parts.name)) return 'name-invalid';
  if (!limits.isMerchantCity(parts.city)) return 'city-invalid';
  if (parts.amount !== undefined && (parts.amount <= 0n || parts.amount > largestAmount)) return 'amount-invalid';
  if (parts.postalCode !== undefined && !/^\d{8}$/.test(parts.postalCode)) return 'postal-code-invalid';
  if (parts.recurrenceLocation !== undefined && !limits.isLocation(parts.recurrenceLocation))
    return 'recurrence-location-invalid';
  if (parts.type === 'dynamic') return limits.isLocation(parts.location) ? null : 'location-invalid';
  return parts.type === 'static' ? staticProblemOf(parts) : null;
}

function staticProblemOf({ key, description = '', txid = limits.noTxid, fss }: StaticParts): BrCodeProblem | null {
  if (!limits.isKey(key)) return 'key-invalid';
  if (fss !== undefined && !/^\d{8}$/.test(fss)) return 'fss-invalid';
  const room = fss === undefined ? key : `${key}${fss}0000`;
  if (!limits.isDescription(description, room)) return 'description-invalid';
  return limits.isStaticTxid(txid) ? null : 'txid-invalid';
}

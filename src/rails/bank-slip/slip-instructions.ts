import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/** State of a slip at its bank. `over`: refused, canceled or already paid, so that it should not be paid (again). */
export type SlipStatus = 'pending' | 'registered' | 'over';

/** Details that the bank's gateway stores with the attempt. */
export interface StoredSlip {
  readonly status: SlipStatus;
  /** Bank's number of the slip. */
  readonly ourNumber: string;
  /** 44 digits. */
  readonly barcode: string;
  /** Code of the slip's own Pix, when it has one. */
  readonly pixCode: string | null;
  readonly agency: string;
  readonly account: string;
  readonly wallet: string;
  /** The receiver of the money, as the bank names it; absent parts are empty. */
  readonly beneficiary: { readonly name: string; readonly document: string; readonly address: string };
}

/** The slip for the screens. Pictures are addresses for an `<img>`. */
export interface ShownSlip {
  readonly status: SlipStatus;
  /** Line of 47 digits, in groups. */
  readonly line: string;
  readonly bars: string;
  /** `dd/mm/yyyy`. */
  readonly dueOn: string;
  readonly qr: string | null;
  /** Code of the slip's own Pix; null where it has none. */
  readonly pixCode: string | null;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function part(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

const statuses: Readonly<Record<string, SlipStatus>> = { 'pending-registration': 'pending', registered: 'registered' };

/** Reads stored instructions; null when they hold no slip. */
export function readStoredSlip(instructions: JsonObject): StoredSlip | null {
  const barcode = text(instructions['barcode']);
  if (!/^\d{44}$/.test(barcode)) return null;
  const beneficiary = part(instructions['beneficiary']);
  return {
    status: statuses[text(instructions['status'])] ?? 'over',
    ourNumber: text(instructions['ourNumber']),
    barcode,
    pixCode: text(part(instructions['pix'])['brCode']) || null,
    agency: text(instructions['agency']),
    account: text(instructions['account']),
    wallet: text(instructions['wallet']),
    beneficiary: {
      name: text(beneficiary['name']),
      document: text(beneficiary['document']),
      address: text(beneficiary['address']),
    },
  };
}

/** Reads the output of `present`; null when it is something else. */
export function readShownSlip(presented: JsonObject): ShownSlip | null {
  const { status, line, bars, dueOn, qr, pixCode } = presented;
  if (status !== 'pending' && status !== 'registered' && status !== 'over') return null;
  if (typeof line !== 'string' || typeof bars !== 'string' || typeof dueOn !== 'string') return null;
  const [picture, code] = [qr, pixCode].map((one) => (typeof one === 'string' ? one : null));
  return { status, line, bars, dueOn, qr: picture ?? null, pixCode: code ?? null };
}

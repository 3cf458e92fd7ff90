import type { Decline } from '../ports/gateway.port.ts';
import { adviceCodes } from './advice-codes.data.ts';
import { declineRows } from './decline-rows.data.ts';
import type { DeclineRow, NormScheme } from './decline.types.ts';

/** A decline as the gateway reported it. */
export interface IssuerDecline {
  /** Our name of the scheme, e.g. `american_express`; for an unknown one all columns of the norm count. */
  readonly brand: string;
  /** The bank's return code; `5` is `05`. */
  readonly returnCode: string;
  /** Mastercard's merchant advice code. */
  readonly adviceCode?: string;
  /** Whether the acquirer allows a retry, where it says so: this precedes every table. */
  readonly reversible?: boolean;
}

const columns: Readonly<Record<string, NormScheme | undefined>> = {
  elo: 'elo',
  visa: 'visa',
  mastercard: 'mastercard',
  hiper: 'mastercard',
  hipercard: 'mastercard',
  american_express: 'american_express',
};

/** A return code in the norm's form: capitals, at least two places. */
export function normalizeReturnCode(code: string): string {
  const text = code.trim().toUpperCase();
  return /^\d$/.test(text) ? `0${text}` : text;
}

/** The norm's rows for a code of a scheme, the likelier first; a scheme without a column of its own has all of them. */
export function declineRowsOf(brand: string, returnCode: string): readonly DeclineRow[] {
  const code = normalizeReturnCode(returnCode);
  // Where a scheme has no code for a reason its column is empty: an empty code must not match it.
  if (code === '') return [];
  const column = columns[brand];
  return declineRows.filter(({ codes }) =>
    (column === undefined ? Object.values(codes) : [codes[column] ?? '']).some((list) =>
      list.split(' ').includes(code),
    ),
  );
}

/**
 * A bank's decline by our codes. The class is the acquirer's where it gives one, then the scheme's advice, then the norm's; a code
 * with both classes is irreversible. An unknown code is an ordinary decline that may be retried, or `fallback`, the gateway's own
 * table. `raw` keeps code and advice for `parseRawDecline`.
 */
export function interpretDecline(refusal: IssuerDecline, fallback?: Omit<Decline, 'raw'>): Decline {
  const { brand, returnCode, adviceCode, reversible } = refusal;
  const rows = declineRowsOf(brand, returnCode);
  const raw = formatRawDecline(refusal);
  if (rows.length === 0) {
    const known = fallback ?? { code: 'card-declined', reversible: true };
    const mayRetry = reversible ?? (known.reversible && !isRetryForbidden(brand, adviceCode));
    // No table of a scheme would say so again: the note does.
    return {
      ...known,
      reversible: mayRetry,
      raw: known.reversible ? raw : formatRawDecline({ ...refusal, reversible: mayRetry }),
    };
  }
  const byNorm = rows.every(({ retry }) => retry === 'reversible');
  const mayRetry = reversible ?? (byNorm && !isRetryForbidden(brand, adviceCode));
  const row = rows.find(({ retry }) => retry === (mayRetry ? 'reversible' : 'irreversible')) ?? rows[0];
  return { code: row?.code ?? 'card-declined', raw, reversible: mayRetry };
}

function isRetryForbidden(brand: string, adviceCode: string | undefined): boolean {
  return brand === 'mastercard' && adviceCode !== undefined && adviceCodes[adviceCode]?.never === true;
}

/** The raw form of a decline, `51`, `51 mac=24` or `62 retry=yes`: all that decides about the next retry. */
function formatRawDecline({ returnCode, adviceCode, reversible }: IssuerDecline): string {
  const advice = adviceCode === undefined ? '' : ` mac=${adviceCode}`;
  const flag = reversible === undefined ? '' : ` retry=${reversible ? 'yes' : 'no'}`;
  return `${normalizeReturnCode(returnCode)}${advice}${flag}`;
}

/** Reads the raw form of a decline; of any other text the first word is the code. */
export function parseRawDecline(raw: string): Omit<IssuerDecline, 'brand'> {
  const [returnCode = '', ...notes] = raw.split(' ');
  const noted = new Map(notes.map((note) => [note.split('=')[0] ?? '', note.split('=')[1] ?? '']));
  const adviceCode = noted.get('mac');
  const flag = noted.get('retry');
  return {
    returnCode,
    ...(adviceCode === undefined ? {} : { adviceCode }),
    ...(flag === undefined ? {} : { reversible: flag === 'yes' }),
  };
}

import type { Decline } from '../ports/gateway.port.ts';
import { adviceCodes } from './advice-codes.data.ts';
import { declineRows } from './decline-rows.data.ts';
import type { DeclineRow, NormScheme } from './decline.types.ts';

/** What a company said when a card was refused. */
export interface IssuerDecline {
  /** Our word for the scheme, e.g. `american_express`; any other is judged by all columns of the norm. */
  readonly brand: string;
  /** As the bank gave it; `5` is `05`. */
  readonly returnCode: string;
  /** Mastercard's merchant advice code. */
  readonly adviceCode?: string;
  /** The acquirer's own word on whether the card may be tried again: it goes before every table. */
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

/** A return code as the norm writes it: capitals, at least two places. */
export function normalizeReturnCode(code: string): string {
  const text = code.trim().toUpperCase();
  return /^\d$/.test(text) ? `0${text}` : text;
}

/** The norm's rows for a code of a scheme, the likelier first; a scheme without a column of its own has all of them. */
export function declineRowsOf(brand: string, returnCode: string): readonly DeclineRow[] {
  const code = normalizeReturnCode(returnCode);
  // A scheme without a code for a reason has an empty place there: nothing said would find it.
  if (code === '') return [];
  const column = columns[brand];
  return declineRows.filter(({ codes }) =>
    (column === undefined ? Object.values(codes) : [codes[column] ?? '']).some((list) =>
      list.split(' ').includes(code),
    ),
  );
}

/**
 * A bank's refusal in our words. The class is the acquirer's when it says one, then the scheme's advice, then the norm's;
 * a code with both classes is irreversible. A code that nobody knows is an ordinary refusal that may be tried again, or
 * `fallback`, the company's own table. `raw` keeps code and advice so that `parseRawDecline` finds them again.
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
  const told = rows.find(({ retry }) => retry === (mayRetry ? 'reversible' : 'irreversible')) ?? rows[0];
  return { code: told?.code ?? 'card-declined', raw, reversible: mayRetry };
}

function isRetryForbidden(brand: string, adviceCode: string | undefined): boolean {
  return brand === 'mastercard' && adviceCode !== undefined && adviceCodes[adviceCode]?.never === true;
}

/** `51`, `51 mac=24`, `62 retry=yes`: the gateway's word with what decides about the next try. */
function formatRawDecline({ returnCode, adviceCode, reversible }: IssuerDecline): string {
  const advice = adviceCode === undefined ? '' : ` mac=${adviceCode}`;
  const flag = reversible === undefined ? '' : ` retry=${reversible ? 'yes' : 'no'}`;
  return `${normalizeReturnCode(returnCode)}${advice}${flag}`;
}

/** Reads what `declineOf` wrote into `raw`; of any other text the first word is the code. */
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

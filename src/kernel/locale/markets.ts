import type { Currency } from '#src/kernel/money/money.ts';
import { countries } from './locale.ts';
import type { Country, Locale } from './locale.ts';

/** A market: country + currency + documents + phone rules, and the time zone of its calendar. */
export interface Market {
  readonly country: Country;
  readonly currency: Currency;
  /** Locale of the market's words and numbers. */
  readonly locale: Locale;
  /** IANA zone in which due dates, card expiry and cooling-off windows are counted. */
  readonly timeZone: string;
  /** ITU calling code without `+`. */
  readonly callingCode: string;
  /** Documents that a buyer may give; the first is the default. */
  readonly documents: readonly [string, ...string[]];
}

export const markets: Readonly<Record<Country, Market>> = {
  BR: {
    country: 'BR',
    currency: 'BRL',
    locale: 'pt-BR',
    timeZone: 'America/Sao_Paulo',
    callingCode: '55',
    documents: ['cpf', 'cnpj'],
  },
  MZ: {
    country: 'MZ',
    currency: 'MZN',
    locale: 'pt-MZ',
    timeZone: 'Africa/Maputo',
    callingCode: '258',
    documents: ['nuit'],
  },
  PE: {
    country: 'PE',
    currency: 'PEN',
    locale: 'es-PE',
    timeZone: 'America/Lima',
    callingCode: '51',
    documents: ['dni', 'ce', 'ruc'],
  },
};

export function isCountry(value: unknown): value is Country {
  return countries.some((country) => country === value);
}

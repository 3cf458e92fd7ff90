import { randomBytes, randomInt } from 'node:crypto';
import type { Country } from '#src/kernel/locale/locale.ts';
import { makeDocument, makePhone } from './country-canaries.ts';

/** What must stay where it belongs, by kind. */
export const canaryKinds = [
  'card-number',
  'security-code',
  'card-token',
  'document',
  'cookie',
  'link-token',
  'phone-code',
  'unit-code',
  'operator-token',
  // By which a partner knows our messages.
  'webhook-secret',
  // By which companies, staff and members prove themselves to each other.
  'company-token',
  // What a bank's question is known by while it is asked.
  'bank-question',
  // Where money is paid out to: a key of instant payments, an account, the figures of a cheque.
  'account',
  'name',
  'e-mail',
  'phone',
] as const;
export type CanaryKind = (typeof canaryKinds)[number];

export interface Canary {
  readonly kind: CanaryKind;
  /** Where it was used. */
  readonly path: string;
  readonly text: string;
  /** Whose it is like: of a buyer's data only. */
  readonly country?: Country;
}

/** What every buyer has of their own. */
export const buyerCanaryKinds = ['document', 'phone', 'name', 'e-mail'] as const satisfies readonly CanaryKind[];

const firstNames: Readonly<Record<Country, string>> = { BR: 'Maria', MZ: 'Graça', PE: 'Rosa' };
const mailDomains: Readonly<Record<Country, string>> = { BR: 'exemplo.com.br', MZ: 'exemplo.co.mz', PE: 'exemplo.pe' };

/** The end of a path whose buyer had everything erased: no table may know them any more. */
export const erasedPath = 'own page, erased';

/** Every secret of a run, by which it is known again wherever it turns up. */
export class Canaries {
  readonly #all = new Map<string, Canary>();

  add(kind: CanaryKind, path: string, text: string, country?: Country): string {
    if (text.length >= 6 && !this.#all.has(text))
      this.#all.set(text, { kind, path, text, ...(country === undefined ? {} : { country }) });
    return text;
  }

  get all(): readonly Canary[] {
    return [...this.#all.values()];
  }

  /** A card number of nobody's, valid by Luhn, that the stand-in's banks answer by its last digit. */
  card(path: string, lastDigit: '1' | '2'): string {
    for (;;) {
      const digits = `411111${String(randomInt(1e9)).padStart(9, '0')}`;
      const whole = digits + luhnDigit(digits);
      if (whole.endsWith(lastDigit)) return this.add('card-number', path, whole);
    }
  }

  /** Longer than a real one, so that it is nothing else by chance; for bodies that are refused. */
  securityCode(path: string): string {
    return this.add('security-code', path, `cvv${randomBytes(9).toString('hex')}`);
  }

  /** A document of nobody's that its country takes: a CPF, a NUIT or a DNI. */
  document(path: string, country: Country = 'BR'): string {
    return this.add('document', path, makeDocument[country](), country);
  }

  /** A name whose last word is nobody's. */
  person(path: string, country: Country = 'BR'): string {
    const letters = [...randomBytes(8)].map((byte) => 'bcdfghjklmnpqrst'.charAt(byte % 16)).join('');
    return `${firstNames[country]} ${this.add('name', path, `Zza${letters}`, country)}`;
  }

  email(path: string, country: Country = 'BR'): string {
    return this.add('e-mail', path, `canary-${randomBytes(6).toString('hex')}@${mailDomains[country]}`, country);
  }

  /** A mobile phone's digits as they are typed in its country. */
  phone(path: string, country: Country = 'BR'): string {
    return this.add('phone', path, makePhone[country](), country);
  }
}

function luhnDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

import type { Country } from '#src/kernel/locale/locale.ts';
import { isCnpj } from '#src/kernel/validation/tax-ids/cnpj.rule.ts';
import { isCpf } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { emailRule, normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { maskEmail, maskNumber } from '#src/kernel/validation/mask-personal.ts';

/** A payout account: a Pix key by its kind (BCB, DICT), or a bank account as its owner writes it. */
export interface Payout {
  readonly kind: 'cpf' | 'cnpj' | 'email' | 'phone' | 'random' | 'account';
  /** In the bank's form: digits, E.164, lower case. */
  readonly value: string;
  /** Masked, for its owner to recognize. */
  readonly hint: string;
}

const longest = 140;
const randomKey = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const brazilianMobile = /^(?:\+?55)?([1-9]{2}9\d{8})$/;

/**
 * Reads a Pix key as people write it: CPF, CNPJ, e-mail, mobile number or random key. A phone number of eleven digits
 * that is a CPF too counts as the CPF: owners write a phone with `+55` or brackets. Null when it is none.
 */
export function parsePayoutKey(typed: string): Payout | null {
  const text = typed.trim();
  if (text === '' || text.length > longest) return null;
  if (text.includes('@')) {
    const value = normalizeEmail(text);
    return emailRule(value) === null ? { kind: 'email', value, hint: maskEmail(value) } : null;
  }
  if (randomKey.test(text)) return { kind: 'random', value: text.toLowerCase(), hint: maskNumber(text.toLowerCase()) };
  const bare = text.replaceAll(/[\s().-]/g, '');
  const looksLikePhone = /^[+(]/.test(text);
  if (!looksLikePhone && isCpf(bare)) return { kind: 'cpf', value: bare, hint: maskNumber(bare, 2) };
  if (!looksLikePhone && isCnpj(text)) {
    const value = text.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
    return { kind: 'cnpj', value, hint: maskNumber(value, 2) };
  }
  const [, national] = brazilianMobile.exec(bare) ?? [];
  return national === undefined ? null : { kind: 'phone', value: `+55${national}`, hint: maskNumber(national) };
}

/** Reads bank, branch and account of a buyer without a Pix key; null when a part is missing. */
export function parseBankAccount(typed: {
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
}): Payout | null {
  const bank = typed.bank.trim().replaceAll(/\s+/g, ' ');
  const branch = typed.branch.replaceAll(/[^0-9xX-]/g, '');
  const account = typed.account.replaceAll(/[^0-9xX-]/g, '');
  if (bank === '' || bank.length > 60 || !/^\d{1,6}-?[\dxX]?$/.test(branch) || !/^\d{3,14}-?[\dxX]?$/.test(account))
    return null;
  return { kind: 'account', value: `${bank} / ${branch} / ${account}`, hint: maskNumber(account) };
}

/**
 * Digits of the number that names an account at any bank of a market: Peru's CCI (bank 3, office 3, account 12, check 2) and
 * Mozambique's NIB (bank 4, office 4, account 11, check 2; the national part of its IBAN). Null where a key of instant
 * payments, or bank, branch and account, are asked for instead.
 */
export const transferDigits: Readonly<Record<Country, number | null>> = { BR: null, MZ: 21, PE: 20 };

/** Reads such a number as people write it, with blanks, dots, dashes, or as an IBAN of Mozambique; null when it is none. */
export function parseTransferNumber(market: Country, typed: string): Payout | null {
  const count = transferDigits[market];
  const bare = typed.replaceAll(/[\s.-]/g, '');
  const value = market === 'MZ' ? bare.replace(/^MZ\d{2}/i, '') : bare;
  if (count === null || value.length !== count || !/^\d+$/.test(value)) return null;
  return { kind: 'account', value, hint: maskNumber(value) };
}

import { isCnpj } from './cnpj.rule.ts';
import { isCpf } from './cpf.rule.ts';
import type { MessageKey } from '../rule.types.ts';

/** Which Brazilian document a number is; null when it is neither a valid CPF nor a valid CNPJ. */
export function cpfOrCnpjKind(value: string): 'cpf' | 'cnpj' | null {
  const typed = value.trim().toUpperCase();
  if (isCpf(typed)) return 'cpf';
  return isCnpj(typed) ? 'cnpj' : null;
}

/** REGISTRY: a CPF or a CNPJ. A value of the length of one of them gets that one's message. */
export function cpfOrCnpjRule(value: string): MessageKey | null {
  if (value.trim() === '') return 'validation.required';
  if (cpfOrCnpjKind(value) !== null) return null;
  const { length } = value.replaceAll(/[^0-9a-z]/gi, '');
  if (length === 11) return 'validation.registry-cpf';
  return length === 14 ? 'validation.registry-cnpj' : 'validation.registry';
}

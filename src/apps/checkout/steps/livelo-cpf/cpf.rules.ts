/**
 * What the browser can tell of a CPF without the rule itself, which only pages of payment carry: that digits are missing.
 * The check digits are the server's.
 */
export function checkShape(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const digits = (values['cpf'] ?? '').replaceAll(/\D/g, '');
  if (digits === '') return { cpf: 'validation.required' };
  return digits.length === 11 ? {} : { cpf: 'validation.cpf' };
}

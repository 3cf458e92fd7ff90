/** Digits of a typed or pasted code, without separators. */
export function readCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '');
}

/** The errors of the form, as message keys by field; the same in the browser and on the server. */
export function checkCode(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const code = readCode(values['code'] ?? '');
  if (code === '') return { code: 'validation.required' };
  return /^\d{6}$/.test(code) ? {} : { code: 'phone-verification.code.format' };
}

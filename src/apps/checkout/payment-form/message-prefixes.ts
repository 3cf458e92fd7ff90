/** Messages of the rules of payment form fields. */
const messages = [
  'required',
  'cpf',
  'cnpj',
  'dni',
  'ce',
  'ruc',
  'registry',
  'nuit',
  'address',
  'district',
  'city',
  'state',
  'number',
  'complement',
  'zip-code',
  'terms',
].map((name) => `validation.${name}`);

/** Copy prefixes of a page with a payment form. */
export const paymentWords: readonly string[] = ['payment.', 'method.', 'form.', 'summary.', 'shell.close', ...messages];

/** Messages of the rules that the fields of a payment form follow. */
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

/** What the words of a page begin with that lets the buyer pay. */
export const paymentWords: readonly string[] = ['payment.', 'method.', 'form.', 'summary.', 'shell.close', ...messages];

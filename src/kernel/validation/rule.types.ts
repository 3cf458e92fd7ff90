/** Names of the messages in `validation.copy.json`. */
export type ValidationMessage =
  | 'required'
  | 'name-too-long'
  | 'name-incomplete'
  | 'name-format'
  | 'email'
  | 'phone'
  | 'card-number'
  | 'card-expiry'
  | 'card-cvv'
  | 'card-company'
  | 'card-company-choice'
  | 'cpf'
  | 'cnpj'
  | 'dni'
  | 'ce'
  | 'ruc'
  | 'nuit'
  | 'registry'
  | 'address'
  | 'district'
  | 'city'
  | 'country'
  | 'state'
  | 'number'
  | 'complement'
  | 'zip-code'
  | 'birth-date'
  | 'politics'
  | 'terms';

/** Key of a message in the words of a page. */
export type MessageKey = `validation.${ValidationMessage}`;

/**
 * Judges what a buyer typed: null when it is good, else the key of what to say. Rules are pure, trim the ends, look at
 * the length before anything else and take time in proportion to it.
 */
export type Rule<Context = void> = (value: string, context: Context) => MessageKey | null;

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
  | 'registry-cpf'
  | 'registry-cnpj'
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

/**
 * Key of a message in the words of a page. A rule is a function of a buyer's input, and of a context where it needs one:
 * null when the value is valid, else the key of its message. Rules are pure, trim the ends, check the length first and take
 * time in proportion to it.
 */
export type MessageKey = `validation.${ValidationMessage}`;

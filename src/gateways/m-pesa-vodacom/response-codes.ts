/**
 * What to do after an operator's code: `done` it is paid; `failed` it is not, and the same request will not succeed;
 * `ask` it is unknown and needs a status query (`retry`: without a result, a new try is allowed); `later` it was
 * refused before processing.
 */
export type InsOutcome = 'done' | 'failed' | 'ask' | 'ask-then-retry' | 'ask-by-reference' | 'ask-duplicate' | 'later';

export interface InsCode {
  /** The status that usually comes with it; it decides nothing (401 also comes with a refused payment). */
  readonly http: number;
  readonly meaning: string;
  readonly outcome: InsOutcome;
  /** Our decline code, where it differs from the general one. */
  readonly decline?: string;
}

/** The long table of the open API's documents; a shorter, older one gives four codes other meanings. */
export const insCodes: Readonly<Record<string, InsCode>> = {
  'INS-0': { http: 200, meaning: 'Request processed successfully', outcome: 'done' },
  'INS-1': { http: 500, meaning: 'Internal Error', outcome: 'ask-then-retry' },
  'INS-2': { http: 401, meaning: 'Invalid API Key', outcome: 'failed', decline: 'gateway-refused' },
  'INS-4': { http: 401, meaning: 'User is not active', outcome: 'failed', decline: 'wallet-inactive' },
  'INS-5': { http: 401, meaning: 'Transaction cancelled by customer', outcome: 'failed', decline: 'prompt-canceled' },
  'INS-6': { http: 401, meaning: 'Transaction Failed', outcome: 'failed' },
  'INS-9': { http: 408, meaning: 'Request timeout', outcome: 'ask-by-reference' },
  'INS-10': { http: 409, meaning: 'Duplicate Transaction', outcome: 'ask-duplicate' },
  'INS-13': { http: 400, meaning: 'Invalid Shortcode Used', outcome: 'failed', decline: 'gateway-refused' },
  'INS-14': { http: 400, meaning: 'Invalid Reference Used', outcome: 'failed', decline: 'gateway-refused' },
  'INS-15': { http: 400, meaning: 'Invalid Amount Used', outcome: 'failed', decline: 'gateway-refused' },
  'INS-16': { http: 503, meaning: 'Temporary overloading', outcome: 'later' },
  'INS-17': {
    http: 400,
    meaning: 'Invalid Transaction Reference, length 1 to 20',
    outcome: 'failed',
    decline: 'gateway-refused',
  },
  'INS-18': { http: 400, meaning: 'Invalid TransactionID Used', outcome: 'failed', decline: 'gateway-refused' },
  'INS-19': { http: 400, meaning: 'Invalid ThirdPartyReference Used', outcome: 'failed', decline: 'gateway-refused' },
  'INS-20': { http: 400, meaning: 'Not all parameters provided', outcome: 'failed', decline: 'gateway-refused' },
  'INS-21': { http: 400, meaning: 'Parameter validations failed', outcome: 'failed', decline: 'gateway-refused' },
  'INS-22': { http: 400, meaning: 'Invalid Operation Type', outcome: 'failed', decline: 'gateway-refused' },
  'INS-23': { http: 400, meaning: 'Unknown Status', outcome: 'ask' },
  'INS-24': { http: 400, meaning: 'Invalid InitiatorIdentifier', outcome: 'failed', decline: 'gateway-refused' },
  'INS-25': { http: 400, meaning: 'Invalid SecurityCredential', outcome: 'failed', decline: 'gateway-refused' },
  'INS-26': { http: 400, meaning: 'Not authorised', outcome: 'failed', decline: 'gateway-refused' },
  'INS-993': { http: 400, meaning: 'Direct Debit Missing', outcome: 'failed', decline: 'gateway-refused' },
  'INS-994': { http: 400, meaning: 'Direct Debit Already Exists', outcome: 'failed', decline: 'gateway-refused' },
  'INS-995': { http: 400, meaning: 'Customer profile has problems', outcome: 'failed', decline: 'wallet-inactive' },
  'INS-996': { http: 400, meaning: 'Customer account not active', outcome: 'failed', decline: 'wallet-inactive' },
  'INS-997': { http: 400, meaning: 'Linking transaction not found', outcome: 'failed', decline: 'gateway-refused' },
  'INS-998': { http: 400, meaning: 'Invalid market', outcome: 'failed', decline: 'gateway-refused' },
  'INS-2001': { http: 400, meaning: 'Initiator authentication error', outcome: 'failed', decline: 'gateway-refused' },
  'INS-2002': { http: 400, meaning: 'Receiver invalid', outcome: 'failed', decline: 'gateway-refused' },
  'INS-2006': { http: 422, meaning: 'Insufficient balance', outcome: 'failed', decline: 'wallet-balance' },
  'INS-2051': { http: 400, meaning: 'MSISDN invalid', outcome: 'failed', decline: 'wallet-unknown' },
  'INS-2057': { http: 400, meaning: 'Language code invalid', outcome: 'failed', decline: 'gateway-refused' },
};

/** An unknown code says nothing about the money: the status is queried, and the request is not repeated. */
export function insCode(code: string): InsCode {
  return insCodes[code] ?? { http: 0, meaning: 'Unknown code', outcome: 'ask' };
}

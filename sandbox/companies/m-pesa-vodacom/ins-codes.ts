/** The operator's result codes, each with its HTTP status and text. */
export const insCodes = {
  'INS-0': [200, 'Request processed successfully'],
  'INS-1': [500, 'Internal Error'],
  'INS-2': [401, 'Invalid API Key'],
  'INS-5': [401, 'Transaction cancelled by customer'],
  'INS-6': [401, 'Transaction Failed'],
  'INS-9': [408, 'Request timeout'],
  'INS-10': [409, 'Duplicate Transaction'],
  'INS-13': [400, 'Invalid Shortcode Used'],
  'INS-15': [400, 'Invalid Amount Used'],
  'INS-16': [503, 'Unable to handle the request due to a temporary overloading'],
  'INS-17': [400, 'Invalid Transaction Reference. Length Should Be Between 1 and 20.'],
  'INS-18': [400, 'Invalid TransactionID Used'],
  'INS-20': [400, 'Not All Parameters Provided. Please try again.'],
  'INS-25': [400, 'Invalid SecurityCredential Used'],
  'INS-995': [400, 'Customer profile has problems'],
  'INS-996': [400, 'Customer Account Status Not Active'],
  'INS-2002': [400, 'Receiver invalid'],
  'INS-2006': [422, 'Insufficient balance'],
  'INS-2051': [400, 'MSISDN invalid.'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type InsCode = keyof typeof insCodes;

export function isInsCode(code: string): code is InsCode {
  return Object.hasOwn(insCodes, code);
}

/**
 * The fields that a log line may have; any other is dropped and only its name is written (`dropped`).
 * Never add: names, e-mails, phones, documents, addresses, lead ids, tokens, bodies, headers, query strings, card data.
 */
const ALLOWED = new Set([
  // The request
  ...['requestId', 'reference', 'httpMethod', 'route', 'page', 'status', 'durationMs', 'size'],
  // What is sold, where and how the buyer came
  ...[
    'brand',
    'variant',
    'business',
    'market',
    'locale',
    'productCode',
    'offer',
    'planId',
    'flowId',
    'step',
    'seller',
    'source',
  ],
  // Our own ids: random, without meaning outside the database
  ...[
    'sessionId',
    'quoteId',
    'orderId',
    'tenderId',
    'attemptId',
    'accessId',
    'messageId',
    'incomingWebhookId',
    'exceptionId',
  ],
  ...['contractId', 'subscriptionId', 'refundId', 'jobId', 'eventId', 'movementId'],
  // Money on its way
  ...['rail', 'gateway', 'method', 'state', 'from', 'to', 'amount', 'currency', 'installments', 'declineCode'],
  // What happened
  ...['code', 'reason', 'kind', 'count', 'tries', 'job', 'queue', 'crashPoint', 'mode', 'target', 'signal'],
  // The risk level, 0 to 3
  'riskLevel',
  // The process
  ...['appEnv', 'version', 'origin', 'host', 'port', 'folder', 'migration', 'pid', 'aheadSeconds'],
]);

/** `error` takes any thrown value: its name, code, stack frame and a cleaned message are kept. */
export type LogFields = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 300;
const EMAIL = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+/g;
const QUERY = /\?[^\s"']*/g;
/** Nine digits and more, with the separators that documents, phones, cards and slip lines are written with. */
const DIGITS = /\d(?:[\s.\-/()_\u2010-\u2015\u2212\u00b7]{0,2}\d){8,}/g;
/** Eight in a row are a Peruvian document (DNI); with signs between them they are a date, which stays readable. */
const EIGHT_DIGITS = /(?<!\d)\d{8}(?!\d)/g;
/** Longer than any id of ours: tokens, signatures, encrypted cards. */
const TOKEN = /[A-Za-z0-9_-]{40,}/g;

/** Removes from a text what may be personal: a second guard behind the list of fields. */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(EMAIL, '[e-mail]')
    .replace(QUERY, '?[query]')
    .replace(TOKEN, '[token]')
    .replace(DIGITS, '[digits]')
    .replace(EIGHT_DIGITS, '[digits]');
  return cleaned.length > LONGEST_TEXT ? `${cleaned.slice(0, LONGEST_TEXT)}…` : cleaned;
}

function cleanValue(value: unknown): string | number | boolean | null | undefined {
  switch (typeof value) {
    case 'string':
      return cleanText(value);
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return String(value);
    default:
      if (value === null) return null;
      return value instanceof Date ? value.toISOString() : undefined;
  }
}

/** The fields as they are written: allowed names only, plain values only. */
export function cleanFields(fields: LogFields): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'error') Object.assign(written, describeError(value));
    else if (!ALLOWED.has(name)) dropped.push(/^[A-Za-z]{1,40}$/.test(name) ? name : '[name]');
    else {
      const cleaned = cleanValue(value);
      if (cleaned !== undefined) written[name] = cleaned;
    }
  }
  if (dropped.length > 0) written['dropped'] = dropped;
  return written;
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    errorName: error.name,
    ...(code === undefined ? {} : { errorCode: cleanText(code) }),
    ...messageOf(error, code),
    errorAt: frames(error),
    ...causeOf(error.cause),
  };
}

/** A cause's name, and the text of the SQL statement that failed: it holds no parameter's value. */
function causeOf(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return {};
  const hasStatement = 'statement' in cause && typeof cause.statement === 'string';
  return { errorCause: cause.name, ...(hasStatement ? { errorStatement: cleanText(String(cause.statement)) } : {}) };
}

/** Parsers and PostgreSQL's data errors (class 22) quote the text that they could not read: a buyer's input. */
function messageOf(error: Error, code: string | undefined): { errorMessage?: string } {
  if (error instanceof SyntaxError) return {};
  const quotesData = code !== undefined && /^22[0-9A-Z]{3}$/.test(code);
  return { errorMessage: cleanText(quotesData ? (error.message.split(/[:"]/)[0] ?? '') : error.message) };
}

function frames(error: Error): readonly string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
    .map((line) => cleanText(line.slice('    at '.length).replaceAll(process.cwd(), '').replace('file://', '')));
}

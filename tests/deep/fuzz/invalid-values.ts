import fc from 'fast-check';

/** Text that has broken somebody's program. */
export const invalidTexts: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\u0000\u0001\u001f', '\ud800', 'a\udfffb', '\ufeff', '\ufffe', '\u202eabc\u202c'],
  ...[
    'e\u0301'.repeat(50),
    '👩‍👩‍👧‍👦',
    '𝕏'.repeat(20),
    'ﷺ'.repeat(30),
    'İıſK',
    '\r\nx-fuzz: 1',
    '%0d%0ax-fuzz: 1',
    '\u2028\u2029',
  ],
  ...[
    "'",
    '"',
    '`',
    "' or '1'='1",
    "'; select pg_sleep(9)--",
    '${7*7}',
    '{{7*7}}',
    '<svg/onload=fuzz>',
    '"><svg/onload=fuzz>',
  ],
  ...[
    'javascript:fuzz',
    '//evil.example',
    'https://evil.example/x',
    '\\\\evil.example',
    '/\\evil.example',
    '../../etc/passwd',
  ],
  ...[
    '..%2f..%2fetc%2fpasswd',
    '%',
    '%zz',
    '%ff',
    '%00',
    '%c0%ae',
    '+',
    '&a=b',
    '#x',
    ';x',
    'null',
    'undefined',
    'NaN',
    'true',
  ],
  ...[
    '0',
    '-1',
    '1e400',
    '9'.repeat(40),
    '00000000',
    '2026-02-30',
    '0000-00-00T00:00:00Z',
    '275760-09-13T00:00:00.001Z',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'length', 'then'],
  ...[
    'x'.repeat(201),
    'x'.repeat(4097),
    `${'a'.repeat(64)}@${'b'.repeat(250)}.com`,
    'a@b@c.com',
    '+55 (11) 9',
    '١٢٣٤٥٦٧٨٩٠',
  ],
];

/** Values of every JSON type and size. */
export const invalidJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, false, 0, -1, 1, 0.5, -0, 1e21, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53),
  fc.constantFrom<unknown[]>(2 ** 31, -(2 ** 31), [], {}, [[]], [null], { a: 1 }, [{}], { length: 1 }, { toString: 1 }),
  fc.constantFrom(...invalidTexts),
  fc.constantFrom('«big|1000000»', '«big|60000»', '«A.order»', '«B.order»', '«B.lead»'),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...invalidTexts), { maxLength: 40 }),
  fc.integer(),
  fc.double(),
);

/** Texts for a place in an address or a form, before they are written as it needs. */
export const invalidText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...invalidTexts) },
  { weight: 1, arbitrary: fc.constantFrom('«big|9000»', '«big|300»', '«A.order»', '«B.lead»', '«A.invoice»') },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

/** Bodies that are no JSON of ours at all. */
export const invalidBodies: readonly string[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    '"',
    '{"a":',
    '{"a":1,}',
    "{'a':1}",
    'null',
    'true',
    '0',
    '[]',
    '""',
    'NaN',
    '\ufeff{}',
    '{}{}',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"\\u005f_proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ],
  ...['«deep|[|30000»', '«deep|{"a":|10000»', '{"a":«big|70000»}', '"«big|1000000»"', 'a=b&c=d', '<a>x</a>'],
  ...['{"a":1,"a":2}', `{${Array.from({ length: 900 }, (_, at) => `"k${String(at)}":1`).join(',')}}`],
];

/** Bytes that are no text in UTF-8, as hex. */
export const invalidBytes: readonly string[] = [
  'ff',
  '7b2261223a22ff227d',
  'c080',
  '7b2261223a22eda080227d',
  '00',
  '1f8b0800',
];

export const invalidTypes: readonly string[] = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'a/b'],
  ...[
    'application/json; charset=utf-16',
    'application/json;;;',
    'application/jsonp',
    'text/x-component',
    '*/*',
    'json',
  ],
];

/** Headers with something wrong, or that must have no effect. */
export const invalidHeaders: readonly (readonly [string, string])[] = [
  ['cookie', 'matricula=x'],
  ['cookie', `matricula=${'a'.repeat(6000)}`],
  ['cookie', '=; ;;; a=%ff; __proto__=1; matricula-pass-=x; matricula-pass-__proto__=y'],
  ['cookie', 'matricula="\\"; constructor=1'],
  ['authorization', 'Bearer '],
  ['authorization', 'Basic Og=='],
  ['authorization', `Bearer ${'x'.repeat(4000)}`],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['host', 'evil.example'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-for', '8.8.8.8, ::ffff:1.1.1.1, nobody'],
  ['x-forwarded-proto', 'https'],
  ['x-http-method-override', 'DELETE'],
  ['accept', 'application/json'],
  ['accept', `${'a/b,'.repeat(900)}*/*`],
  ['accept-language', 'x-'.repeat(1500)],
  ['accept-language', '__proto__;q=nan, constructor'],
  ['accept-encoding', 'br;q=x, gzip;q=-1, identity;q=0, *;q=0'],
  ['user-agent', '\u00ff\u00fe'.repeat(600)],
  ['range', 'bytes=9-1,-0,18446744073709551616-'],
  ['if-none-match', '"x", W/"y"'],
  ['if-modified-since', 'never'],
  ['content-encoding', 'gzip'],
  ['expect', 'something'],
  ['transfer-encoding', 'chunked'],
  ['idempotency-key', '__proto__'],
  ['idempotency-key', 'x'.repeat(5000)],
  ['idempotency-key', '\u00e9'.repeat(20)],
  ['last-event-id', '-1'],
  ['upgrade', 'websocket'],
  ...Array.from({ length: 300 }, (_, at): readonly [string, string] => [`x-many-${String(at)}`, '1']).slice(0, 1),
];

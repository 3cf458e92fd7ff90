import fc from 'fast-check';
import { invalidBytes, invalidText, invalidTypes } from './invalid-values.ts';
import { headersOf, pathOf, queryOf, sendersOf } from './api-cases.ts';
import type { CaseBody, FuzzCase, Operation, Parameter, Sender } from './fuzz.types.ts';

const known: Readonly<Record<string, readonly string[]>> = {
  product: ['wup', 'ms', 'wup', 'ms', 'wup-perfis', 'em', 'nothing'],
  flowId: ['default', 'pix', 'upsell', 'family', 'livelo', 'school', 'invoice', 'renew', 'upgrade', 'video', 'custom'],
  lang: ['pt-br', 'es-pe', 'pt-mz', 'xx'],
  planId: ['wup-annual-t', 'ms-annual-t'],
  offer: ['x'],
  voucher: ['TESTE10'],
  seller: ['ana', 'nobody'],
  partner: ['x'],
  source: ['campanha'],
  route: ['payment', 'https://evil.example'],
  referrer: ['google'],
  enrollmentSubscriptionId: ['«A.upgrade»', '«B.upgrade»'],
  customOffer: ['«A.offer»', '«B.offer»'],
  invoice: ['«A.invoice»', '«B.invoice»'],
  claim: ['«A.order»'],
  plan: ['annual'],
  t: ['«A.secret-page»', '«A.secret-invoice»', '«A.secret-withdrawal»', '«fresh»'],
  ...{ choose: ['1'], done: ['paused', 'ers_x'], sent: ['1'], gone: ['1'], asked: ['1'], reference: ['ABCDEFGH'] },
  ...{ state: ['SP'], city: ['Recife'], country: ['BR'] },
  ...{ gateway: ['test-acquirer', 'culqi', 'nobody'], parent: ['«origin»'], theme: ['meusucesso$dark'], renew: ['1'] },
};

const parameters: readonly Parameter[] = Object.entries(known).map(([name, values]) => ({
  in: 'query',
  name,
  isNeeded: false,
  schema: { enum: [...values] },
}));

/** What the card fields are asked by the checkout. */
const framed = 'parent=«origin»&gateway=test-acquirer&theme=meusucesso$dark';

const fewParameters = fc.subarray([...parameters], { maxLength: 4 });
/** What most pages need, and then whatever else. */
const queryFor = ({ kind }: Operation): fc.Arbitrary<string> =>
  fc
    .tuple(
      kind === 'card-fields'
        ? fc.constantFrom(framed, framed, '')
        : fc.constantFrom('product=wup', 'product=ms', 'product=ms&flowId=upsell', ''),
      fewParameters,
    )
    .chain(([base, some]) => queryOf(some).map((more) => `?${[base, more.slice(1)].filter(Boolean).join('&')}`));

const fieldNames = [
  ...[
    'intent',
    'method',
    'quoteId',
    'name',
    'email',
    'phone',
    'code',
    'voucher',
    'plan',
    'order',
    'subscription',
    'key',
  ],
  ...[
    'confirm',
    'unit',
    'claim',
    'reversal',
    'amount',
    'receipt',
    'means',
    'card.token',
    'pix.document',
    'bank',
    'branch',
  ],
  ...[
    'decision',
    'kind',
    'purchase',
    'answer',
    'staging',
    'back',
    'to',
    '__proto__',
    'constructor',
    'a[b]',
    'x'.repeat(300),
  ],
];
const goodFields: readonly string[] = [
  ...['pix', 'bankslip', 'withdraw', 'details', 'pause', 'resume', 'cancel', 'erase', 'find', 'take', 'ask', 'approve'],
  ...['yes', 'no', '1', 'on', 'accepted', 'declined', 'Maria da Silva', 'maria@exemplo.com.br', '(11) 96123-4567'],
  ...['390.533.447-05', '«A.quote»', '«B.quote»', '«A.order»', '«B.order»', '«A.subscription»', '«B.subscription»'],
  ...['«fresh»', '«B.email»', 'invoice', 'renewal', 'offer-first', '/payment', 'https://evil.example'],
];

const field = fc.tuple(
  fc.oneof(fc.nat({ max: 40 }), fc.constantFrom(...fieldNames)),
  fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...goodFields) }, { weight: 1, arbitrary: invalidText }),
);

function bodyOf({ method }: Operation): fc.Arbitrary<{ readonly body: CaseBody; readonly type: string | null }> {
  if (method === 'GET') return fc.constant({ body: { kind: 'none' }, type: null });
  const type = 'application/x-www-form-urlencoded';
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(field, { maxLength: 5 }).map((typed) => ({ body: { kind: 'form' as const, typed }, type })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          ...['a=1&a=2', '%ff=%ff', 'a=%', '=', '&&&', '__proto__=1', 'a=%00', 'a', '«big|70000»', 'a=«big|60000»'],
          ...[Array.from({ length: 300 }, (_, at) => `f${String(at)}=1`).join('&'), '{"a":1}', ''],
        )
        .map((text) => ({ body: { kind: 'text' as const, text }, type })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...invalidBytes).map((hex) => ({ body: { kind: 'hex' as const, hex }, type })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...invalidTypes, 'application/json')
        .map((other) => ({ body: { kind: 'text' as const, text: 'a=b' }, type: other })),
    },
  );
}

/** A text in a header's place for what a page's own script says it takes. */
const accepts = fc.constantFrom('text/html', 'text/html', 'application/json', '*/*');

/** Requests to a page, a file or the card fields. */
export function pageCases(operation: Operation): fc.Arbitrary<FuzzCase> {
  return fc
    .record({
      sender: operation.address.startsWith('/unit/')
        ? fc.constantFrom<Sender[]>('unit', 'unit', 'A')
        : sendersOf(operation),
      path: pathOf(operation),
      query: queryFor(operation),
      extra: headersOf,
      accept: accepts,
      sent: bodyOf(operation),
      sameOrigin: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
    })
    .map(({ sender, path, query: asked, extra, accept, sent, sameOrigin }) => ({
      sender,
      method: operation.method,
      path: path + asked,
      headers: [
        ['accept', accept] as const,
        ...(sent.type === null ? [] : [['content-type', sent.type] as const]),
        ...(operation.method === 'GET' || !sameOrigin ? [] : [['sec-fetch-site', 'same-origin'] as const]),
        ...extra,
      ],
      body: sent.body,
      mustRefuse: null,
    }));
}

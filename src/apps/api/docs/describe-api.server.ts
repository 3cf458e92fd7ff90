import { PROBLEM_TYPE } from '#src/kernel/http/problems/problem.ts';
import type { Schema } from './schema-example.ts';

export interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The parts of an OpenAPI document that the pages use. */
export interface ApiDocument {
  readonly info: {
    readonly title: string;
    readonly version?: string;
    readonly description?: string;
  };
  readonly paths: Paths;
  readonly webhooks: Paths;
}

/** Groups in page order. A path belongs to the first group that matches it. */
const groups: readonly (readonly [tag: string, fits: RegExp])[] = [
  ['Staff: refunds', /\/refunds\b/],
  ['Staff: payouts and tasks', /\/(?:payouts|tasks)\b/],
  ['Staff: evidence', /\/evidence\b/],
  ['Staff: offers', /\/custom-offers\b/],
  ['Staff: webhooks', /\/webhooks\b/],
  ['Catalog', /\/product\/\{code\}(?:\/config)?$|\/(?:plan|seller)\/|\/tickets$/],
  ['Leads', /\/(?:lead|phone|lead\/.*)\b(?!.*payment-profiles)/],
  ['Prices', /\/quote\b/],
  ['Contracts', /\/contract\b/],
  ['Payments', /\/payment(?:$|\/)|payment-profiles/],
  ['Orders', /\/orders?\/|\/access\b/],
  ['Subscriptions', /\/subscriptions?\b|renew/],
  ['After a purchase', /upsell/],
  ['Places', /\/franchises\b/],
  ['Incoming webhooks', /\/notifications\b/],
];
const others = 'Other';

function tagOf(path: string): string {
  return groups.find(([, fits]) => fits.test(path))?.[0] ?? others;
}

/** Groups in page order. */
export const tagOrder: readonly string[] = [...groups.map(([tag]) => tag), others];

/** Adds the header to calls that move money: they read it outside their schemas. */
function withKey(operation: Operation): Operation {
  if (!operation.description?.startsWith('Needs an `Idempotency-Key`')) return operation;
  const header = {
    ...{ name: 'Idempotency-Key', in: 'header', required: true },
    description: 'The same key with the same body charges once and gets the same answer.',
    schema: { type: 'string', pattern: '^[\\w-]{16,64}$', examples: ['5f0c2b1e-purchase-of-maria'] },
  };
  return { ...operation, parameters: [...(operation.parameters ?? []), header] };
}

/** Whether an operation is for the school's staff. `method` is lower case; `path` is as in the document. */
export type IsStaff = (method: string, path: string) => boolean;

/**
 * The published documents, each operation tagged with its group: `open` has the calls of buyers' pages and partners,
 * `staff` those of operators.
 */
export function apiDocuments(
  document: object,
  isStaff: IsStaff,
): { readonly open: ApiDocument; readonly staff: ApiDocument } {
  const whole = setProblemMediaType(document as ApiDocument);
  const pick = (wanted: boolean): Paths =>
    Object.fromEntries(
      Object.entries(whole.paths).flatMap(([path, methods]) => {
        const own = Object.entries(methods).filter(([method]) => isStaff(method, path) === wanted);
        const tagged = own.map(
          ([method, operation]) => [method, withKey({ ...operation, tags: [tagOf(path)] })] as const,
        );
        return own.length === 0 ? [] : [[path, Object.fromEntries(tagged)]];
      }),
    );
  return {
    open: { ...whole, paths: pick(false) },
    staff: {
      ...whole,
      info: { ...whole.info, title: `${whole.info.title}, for staff` },
      paths: pick(true),
      webhooks: {},
    },
  };
}

interface Answered {
  readonly responses?: Readonly<Record<string, { content?: Record<string, unknown> }>>;
}

/** Sets the media type of every error response to a problem document: route schemas can only declare JSON. */
function setProblemMediaType<T extends { readonly paths?: object }>(document: T): T {
  for (const methods of Object.values<Record<string, Answered>>({ ...document.paths })) {
    for (const { responses = {} } of Object.values(methods)) {
      for (const [status, answer] of Object.entries(responses)) {
        const [schema] = Object.values(answer.content ?? {});
        if (Number(status) >= 400 && schema !== undefined) answer.content = { [PROBLEM_TYPE]: schema };
      }
    }
  }
  return document;
}

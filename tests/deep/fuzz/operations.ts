import { z } from 'zod';
import { accessTable } from '../../access/access-table.ts';
import type { Answers, JsonSchema, Operation, Parameter } from './fuzz.types.ts';

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' || typeof value === 'boolean');
const content = z.record(z.string(), z.object({ schema: schema.optional() })).optional();
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(
            z.object({
              in: z.string(),
              name: z.string(),
              required: z.boolean().optional(),
              schema,
            }),
          )
          .optional(),
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema })) }).optional(),
        responses: z.record(z.string(), z.object({ content })),
      }),
    ),
  ),
});

const inPath = /:(\w+)|\*/g;

/** `/x/:id/*` with braces, as the OpenAPI document writes addresses. */
function braced(address: string): string {
  return address.replaceAll(inPath, (_all, name: string | undefined) => `{${name ?? 'rest'}}`);
}

function pathParameters(address: string): Parameter[] {
  return [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    in: 'path',
    name,
    isNeeded: true,
    schema: { type: 'string' },
  }));
}

function answersOf(responses: Readonly<Record<string, { content?: z.infer<typeof content> }>>): Answers {
  return new Map(
    Object.entries(responses).map(([status, { content: bodies = {} }]) => [
      Number(status),
      new Map(
        Object.entries(bodies).map(([type, { schema: one }]) => [
          type,
          one === undefined ? null : z.fromJSONSchema(one),
        ]),
      ),
    ]),
  );
}

/** Every operation that the OpenAPI document describes. */
export function describedOperations(text: string): Operation[] {
  const { paths } = documentSchema.parse(JSON.parse(text));
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]): Operation => {
      const name = `${method.toUpperCase()} ${address}`;
      const row = accessTable[name.replaceAll(/\{(\w+)\}/g, ':$1')];
      return {
        name,
        method: method.toUpperCase(),
        address,
        kind: 'api',
        parameters: parameters.flatMap((one): Parameter[] =>
          one.in === 'path' || one.in === 'query'
            ? [{ in: one.in, name: one.name, isNeeded: one.required ?? false, schema: one.schema }]
            : [],
        ),
        body: requestBody?.content['application/json']?.schema ?? null,
        answers: answersOf(responses),
        requiresStaff: row?.may === 'operator',
      };
    }),
  );
}

/** Every page, file and address besides, out of the list of who may call what. */
export function listedOperations(described: readonly Operation[]): Operation[] {
  const known = new Set(described.map(({ name }) => name));
  return Object.keys(accessTable).flatMap((entry): Operation[] => {
    const [first = '', second = '', third = ''] = entry.split(' ');
    const isCard = first === 'card-fields';
    const address = braced(isCard ? third : second);
    const methods = first === 'PAGE' ? ['GET', 'POST'] : [isCard ? second : first];
    if (address.includes('<')) return [];
    return methods
      .map((method): Operation => ({
        name: `${isCard ? 'card-fields ' : ''}${method} ${address}`,
        method,
        address,
        kind: isCard ? 'card-fields' : first === 'PAGE' ? 'page' : address.startsWith('/api/') ? 'api' : 'file',
        parameters: pathParameters(address),
        body: null,
        answers: null,
        requiresStaff: false,
      }))
      .filter(({ name }) => !known.has(name));
  });
}

import type { ApiDocument, Operation } from './describe-api.server.ts';
import { exampleOf, type Schema } from './schema-example.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** HTML of a text with `code` between backticks. */
export const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The anchor of an operation or of a message. */
export const anchorOf = (...words: readonly string[]): string =>
  words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** HTML of a call or webhook, with its entry in the index. */
export interface Shown {
  readonly anchor: string;
  readonly label: string;
  readonly verb: string;
  readonly html: string;
}

/** Maximum depth of fields on the page; deeper ones are only in the OpenAPI document. */
const deepest = 5;

function kindOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(kindOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(', ');
  if (schema.type === 'array') return schema.items ? `list of ${kindOf(schema.items)}` : 'list';
  const [type = 'any'] = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  return schema.format && type === 'string' ? schema.format : type;
}

function boundsOf({ minimum, maximum, minLength, maxLength, default: given }: Schema): string {
  const isNumber = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    isNumber(minimum) ? `from ${minimum}` : '',
    isNumber(maximum) ? `to ${maximum}` : '',
    isNumber(minLength) && minLength > 1 ? `at least ${minLength} characters` : '',
    isNumber(maxLength) ? `at most ${maxLength} characters` : '',
    given === undefined ? '' : `default ${JSON.stringify(given)}`,
  ]
    .filter((one) => one !== '')
    .join(', ');
}

/** The objects whose fields are listed under a field: itself, a list's items, or each alternative. */
function inner(schema: Schema): readonly Schema[] {
  if (schema.properties) return [schema];
  if (schema.items) return inner(schema.items);
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).flatMap(inner);
}

function field(name: string, schema: Schema, isNeeded: boolean, depth: number): string {
  const bounds = boundsOf(schema);
  const about = schema.description ?? schema.items?.description ?? '';
  const below =
    depth < deepest
      ? inner(schema)
          .map((one) => fields(one, depth + 1))
          .join('')
      : '';
  return `<div class="field"><dt><code>${escapeHtml(name)}</code><span class="kind">${escapeHtml(kindOf(schema))}${bounds === '' ? '' : `, ${escapeHtml(bounds)}`}</span>${isNeeded ? '<span class="needed">required</span>' : ''}</dt><dd>${prose(about)}${below}</dd></div>`;
}

function fields({ properties = {}, required = [] }: Schema, depth = 0): string {
  const rows = Object.entries(properties).map(([name, one]) => field(name, one, required.includes(name), depth));
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`;
}

function fieldsOf(title: string, schema: Schema | undefined): string {
  const shown = schema
    ? inner(schema)
        .map((one) => fields(one))
        .filter((one) => one !== '')
    : [];
  return shown.length === 0 ? '' : `<h4>${title}</h4>${shown.join('<p class="errors">or</p>')}`;
}

function box(title: string, text: string): string {
  return `<div class="box"><header><span>${escapeHtml(title)}</span><button type="button" data-copy hidden>Copy<span class="skip"> ${escapeHtml(title)}</span></button></header><pre tabindex="0" aria-label="${escapeHtml(title)}">${escapeHtml(text)}</pre></div>`;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const schemaIn = (content: Readonly<Record<string, { readonly schema?: Schema }>> | undefined): Schema | undefined =>
  Object.values(content ?? {})[0]?.schema;

function parameterRows(operation: Operation, where: readonly string[]): string {
  const own = (operation.parameters ?? []).filter((one) => where.includes(one.in));
  const rows = own.map(({ name, schema = {}, description, required = false }) =>
    field(name, { ...schema, ...(description === undefined ? {} : { description }) }, required, deepest),
  );
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`;
}

function parameters(operation: Operation): string {
  const parts = [
    ['In the address', parameterRows(operation, ['path', 'query'])],
    ['Headers', parameterRows(operation, ['header'])],
  ] as const;
  return parts.map(([title, rows]) => (rows === '' ? '' : `<h4>${title}</h4>${rows}`)).join('');
}

/** A call as a `curl` command. */
export function curlOf(origin: string, method: string, path: string, operation: Operation, isStaff: boolean): string {
  const given = operation.parameters ?? [];
  const valueOf = (one: (typeof given)[number]) => encodeURIComponent(String(exampleOf(one.schema, one.name)));
  const address = given
    .filter((one) => one.in === 'path')
    .reduce((left, one) => left.replace(`{${one.name}}`, valueOf(one)), path);
  const query = given.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${valueOf(one)}`);
  const schema = schemaIn(operation.requestBody?.content);
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${origin}${address}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    ...(isStaff ? [`-H "authorization: Bearer $OPERATOR_TOKEN"`] : []),
    ...given
      .filter((one) => one.in === 'header' && one.required)
      .map((one) => `-H '${one.name}: ${String(exampleOf(one.schema, one.name))}'`),
    ...(schema
      ? [`-H 'content-type: application/json'`, `-d '${json(exampleOf(schema, '', 0, true)).replaceAll("'", `'\\''`)}'`]
      : []),
  ];
  return lines.join(' \\\n  ');
}

function answers(responses: Operation['responses'] = {}): {
  readonly good: readonly [string, Schema | undefined] | null;
  readonly bad: readonly string[];
} {
  const statuses = Object.keys(responses).toSorted();
  const status = statuses.find((one) => one.startsWith('2'));
  return {
    good: status === undefined ? null : [status, schemaIn(responses[status]?.content)],
    bad: statuses.filter((one) => Number(one) >= 400),
  };
}

/** The index entry of a call; `(v2)` marks the second version of an address. */
const labelOf = (path: string, { summary }: Operation): string =>
  `${summary ?? path}${path.startsWith('/api/v2/') ? ' (v2)' : ''}`;

const words = (text: string): string => escapeHtml(text.replaceAll(/\s+/g, ' '));

/** HTML of a call, with examples made from its schemas. */
export function callHtml(origin: string, method: string, path: string, operation: Operation, isStaff: boolean): Shown {
  const anchor = anchorOf(method, path.replace(/^\/api\//, ''));
  const verb = method.toUpperCase();
  const label = labelOf(path, operation);
  const body = schemaIn(operation.requestBody?.content);
  const { good, bad } = answers(operation.responses);
  const answer =
    good && good[1] && inner(good[1]).length > 0 ? box(`Response ${good[0]}`, json(exampleOf(good[1]))) : '';
  const html = `<article id="${anchor}" data-words="${words(`${verb} ${path} ${label} ${operation.description ?? ''}`)}"><div><h3><a class="self" href="#${anchor}">${prose(label)}</a></h3>
<p class="path"><span class="verb ${verb}">${verb}</span><code>${escapeHtml(path)}</code></p>${operation.description ? `<p>${prose(operation.description)}</p>` : ''}${parameters(operation)}${fieldsOf('Body', body)}${fieldsOf(`Response ${good?.[0] ?? ''}`, good?.[1])}${bad.length > 0 ? `<p class="errors">Errors: ${bad.join(', ')}, as <a href="#errors">problem documents</a>.</p>` : ''}</div>
<div class="example">${box('curl', curlOf(origin, method, path, operation, isStaff))}${answer}</div></article>`;
  return { anchor, label, verb, html };
}

/** HTML of a webhook. */
export function messageHtml(type: string, operation: Operation): Shown {
  const anchor = anchorOf('message', type);
  const schema = schemaIn(operation.requestBody?.content);
  const html = `<article id="${anchor}" data-words="${words(`${type} ${operation.summary ?? ''}`)}"><div><h3><a class="self" href="#${anchor}"><code>${escapeHtml(type)}</code></a></h3>
<p>${prose(operation.summary ?? '')}</p>${fieldsOf('Fields of `data`'.replaceAll('`', ''), schema?.properties?.['data'])}</div><div class="example">${box('Body', json({ ...(exampleOf(schema) as object), type }))}</div></article>`;
  return { anchor, label: type, verb: '', html };
}

/** HTML of a document's calls, by group. */
export function callsByTag(
  document: ApiDocument,
  origin: string,
  isStaff: boolean,
): ReadonlyMap<string, readonly Shown[]> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? '',
      shown: callHtml(origin, method, path, operation, isStaff),
    })),
  );
  return new Map([...Map.groupBy(calls, ({ tag }) => tag)].map(([tag, own]) => [tag, own.map(({ shown }) => shown)]));
}

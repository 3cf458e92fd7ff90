import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Node = Record<string, unknown>;

/** The norm, ready to check bodies against it. */
export interface ApiPixStandard {
  /** What is wrong with a request's body by the norm; empty when nothing is, or when the operation takes no body. */
  request(method: string, address: string, body: unknown): readonly string[];
  /** What is wrong with an answer by the norm: its status, its media type, its body. */
  answer(method: string, address: string, status: number, mediaType: string, body: unknown): readonly string[];
}

/** Reads the norm: `API_PIX_NORM` names another document than our extract. `mended` false takes it as it stands. */
export function readApiPixStandard(mended = true): ApiPixStandard {
  const file = process.env['API_PIX_NORM'] ?? path.join(import.meta.dirname, 'api-pix-2.9.0.json');
  const document: Node = parse(readFileSync(file, 'utf8'));
  if (mended) mend(document);
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  // The package's types speak of a default export that Node's own module system does not unwrap.
  addFormats.default(ajv);
  ajv.addSchema(document, 'norm');
  const checks = new Map<string, ValidateFunction>();

  function check(schema: unknown, body: unknown): readonly string[] {
    const key = JSON.stringify(schema);
    const validate = checks.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/', '"norm#/')));
    checks.set(key, validate);
    return validate(body) ? [] : (validate.errors ?? []).map(describe);
  }

  function operation(method: string, address: string): Node {
    const fitting = Object.entries(node(document['paths'])).filter(([template]) => matches(template, address));
    if (fitting.length === 0) throw new Error(`The norm has no address ${address}`);
    // One template of a whole address fits every short one: the first that knows the method is meant.
    const given = fitting.map(([, item]) => node(item)[method.toLowerCase()]).find((one) => one !== undefined);
    if (given === undefined) throw new Error(`The norm has no ${method} ${address}`);
    return node(given);
  }

  const resolve = (given: unknown): Node => resolveIn(document, given);

  return {
    request(method, address, body) {
      const { requestBody } = operation(method, address);
      if (requestBody === undefined) return body === undefined ? [] : ['a body where the norm has none'];
      return check(node(content(resolve(requestBody))[1])['schema'], body);
    },
    answer(method, address, status, mediaType, body) {
      const responses = node(operation(method, address)['responses']);
      if (responses[status] === undefined) return [`status ${status} is not the norm's`];
      const [wanted, shape] = content(resolve(responses[status]));
      if (wanted === null) return body === undefined ? [] : ['a body where the norm has none'];
      if (!mediaType.startsWith(wanted)) return [`${mediaType} instead of ${wanted}`];
      return check(node(shape)['schema'], body);
    },
  };
}

/** Mends what is wrong in the document itself. Each line says why. */
function mend(document: Node): void {
  const schemas = node(node(document['components'])['schemas']);
  walk(document, (part) => {
    // A pattern is written between slashes, which JSON Schema takes for slashes.
    if (typeof part['pattern'] === 'string') part['pattern'] = part['pattern'].replace(/^\/(.*)\/$/, '$1');
    // A location is a host and a path without a scheme, as its own example shows: no URI by RFC 3986.
    if (part['format'] === 'uri' && part['maxLength'] === 77) delete part['format'];
  });
  // The members of `recebedor` are demanded of the charge itself, beside being demanded of `recebedor`.
  delete node(schemas['DadosRecebedor'])['required'];
  // A consent's common members demand an id that only the bank gives, and a member that is nowhere described.
  node(schemas['RecBase'])['required'] = ['calendario', 'vinculo'];
  // Members of `pagador` and a member with a quotation mark in its name are demanded.
  delete node(schemas['DadosPagadorRec'])['required'];
  node(schemas['RecNotification'])['required'] = ['idRec', 'status', 'atualizacao'];
  // Neither way to end demands a member of its own, so that everything is both.
  for (const name of ['RecEncerramento', 'CobRAtualizacao']) {
    const ending = node(node(node(schemas[name])['properties'])['encerramento']);
    ending['anyOf'] = ending['oneOf'];
    delete ending['oneOf'];
  }
  // A value that is text would have to be an object too.
  delete node(node(node(schemas['PixAutomatico'])['properties'])['valor'])['anyOf'];
  // The list of received Pix demands a member `cobs`, which belongs to another list.
  node(schemas['PixConsultados'])['required'] = ['parametros', 'pix'];
}

function content(response: Node): readonly [string, unknown] | readonly [null, null] {
  return Object.entries(node(response['content'] ?? {}))[0] ?? [null, null];
}

function resolveIn(document: Node, given: unknown): Node {
  const reference = node(given)['$ref'];
  if (typeof reference !== 'string') return node(given);
  return reference
    .slice(2)
    .split('/')
    .reduce<Node>((part, name) => node(part[name]), document);
}

function walk(part: Node, visit: (part: Node) => void): void {
  visit(part);
  for (const child of Object.values(part)) if (typeof child === 'object' && child !== null) walk(node(child), visit);
}

function node(value: unknown): Node {
  if (typeof value !== 'object' || value === null) throw new Error('The norm is not built as expected');
  return value as Node;
}

/** `/pix-bank/v2/cob/abc` fits `/cob/{txid}`: what stands before the template does not count. */
function matches(template: string, address: string): boolean {
  const pattern = template.replace(/\{[^}]+\}/g, '[^/]+');
  return new RegExp(`/v2${pattern}$`).test(address);
}

function describe({ instancePath, message = '', params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
}

import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type {
  CancelAnswer,
  FiscalAuthority,
  FindAnswer,
  IssueAnswer,
  IssuedNote,
} from '#src/domain/documents/fiscal-notes/index.ts';
import { createHttpClient, type HttpOutcome } from '#src/kernel/http/client/http-client.server.ts';
import type { FiscalFactory } from '../company.factories.server.ts';
import { type SigningCertificate, signXml } from './sign-xml.server.ts';

export interface NfseNationalConfig {
  /** Up to the part before `/nfse`. */
  readonly baseUrl: string;
  /** The public address of a note, with `{key}`. */
  readonly lookup: string;
  readonly environment: 1 | 2;
  /** Opens the connection (mutual TLS) and signs; null against the stand-in only. */
  readonly certificate: SigningCertificate | null;
  /** Time for a whole call. */
  readonly budgetMs?: number;
}

const issued = z.object({ chaveAcesso: z.string().regex(/^\d{50}$/), nfseXmlGZipB64: z.string().max(500_000) });
const known = z.object({ chaveAcesso: z.string().regex(/^\d{50}$/) });
const fault = z.object({ Codigo: z.string().optional(), Descricao: z.string().optional() });
const faults = z.object({ erros: z.array(fault).optional(), erro: fault.optional() });

/** The same number was submitted before; the note is canceled already. */
const repeatedDeclaration = 'E0014';
const alreadyCanceled = 'E0840';

/**
 * Client of the national system for service notes (Sefin Nacional): XML, zipped, as base64 inside JSON. `POST /nfse`
 * submits a declaration and answers with the note; `GET /dps/{id}` gives the note of a declaration; `GET /nfse/{key}`
 * is the note; `POST /nfse/{key}/eventos` cancels it.
 */
export function createNfseNational(config: NfseNationalConfig): FiscalAuthority {
  const { baseUrl, lookup, environment, certificate, budgetMs = 20_000 } = config;
  const client = createHttpClient({ baseUrl, budgetMs, ...(certificate ? { tls: certificate } : {}) });
  const packed = (document: string): string =>
    gzipSync(certificate ? signXml(document, certificate) : document).toString('base64');

  const noteOf = (body: unknown): IssuedNote | null => {
    const read = issued.safeParse(body);
    const xml = read.success ? unpacked(read.data.nfseXmlGZipB64) : null;
    const number = xml && /<nNFSe>(\d{1,13})<\/nNFSe>/.exec(xml)?.[1];
    const at = xml && /<dhProc>([^<]+)<\/dhProc>/.exec(xml)?.[1];
    if (!read.success || !number || !at || Number.isNaN(Date.parse(at))) return null;
    const { chaveAcesso: accessKey } = read.data;
    return { accessKey, number, link: lookup.replace('{key}', accessKey), issuedAt: new Date(at) };
  };
  const find = async (declarationId: string): Promise<FindAnswer> => {
    const answer = await client.call({ method: 'GET', path: `/dps/${declarationId}` });
    if (answer.kind === 'status' && answer.status === 404) return { kind: 'not-found' };
    const which = answer.kind === 'status' && answer.status === 200 ? known.safeParse(answer.json) : null;
    if (!which?.success) return unknown(answer);
    const note = await client.call({ method: 'GET', path: `/nfse/${which.data.chaveAcesso}` });
    const read = note.kind === 'status' && note.status === 200 ? noteOf(note.json) : null;
    return read ? { kind: 'issued', note: read } : unknown(note);
  };

  return {
    environment,
    find,
    async issue(declaration): Promise<IssueAnswer> {
      const answer = await client.call({ method: 'POST', path: '/nfse', json: { dpsXmlGZipB64: packed(declaration) } });
      const note = answer.kind === 'status' && answer.status === 201 ? noteOf(answer.json) : null;
      if (note) return { kind: 'issued', note };
      const refusal = refusalOf(answer);
      if (refusal?.code === repeatedDeclaration) {
        const found = await find(/Id="(DPS\d{42})"/.exec(declaration)?.[1] ?? '');
        return found.kind === 'not-found' ? { kind: 'unknown', reason: 'repeated-and-not-found' } : found;
      }
      return refusal ? { kind: 'refused', ...refusal } : unknown(answer);
    },
    async cancel(accessKey, request): Promise<CancelAnswer> {
      const json = { pedidoRegistroEventoXmlGZipB64: packed(request) };
      const answer = await client.call({ method: 'POST', path: `/nfse/${accessKey}/eventos`, json });
      if (answer.kind === 'status' && answer.status === 201) return { kind: 'canceled' };
      const refusal = refusalOf(answer);
      if (refusal?.code === alreadyCanceled) return { kind: 'canceled' };
      return refusal ? { kind: 'refused', ...refusal } : unknown(answer);
    },
  };
}

/** Refusals after processing: 400 and 422 with a code. Everything else may be temporary. */
function refusalOf(answer: HttpOutcome): { readonly code: string; readonly message: string } | null {
  if (answer.kind !== 'status' || (answer.status !== 400 && answer.status !== 422)) return null;
  const read = faults.safeParse(answer.json);
  const first = read.success ? (read.data.erros?.[0] ?? read.data.erro) : undefined;
  return first?.Codigo ? { code: first.Codigo, message: first.Descricao ?? '' } : null;
}

function unknown(answer: HttpOutcome): { readonly kind: 'unknown'; readonly reason: string } {
  return { kind: 'unknown', reason: answer.kind === 'status' ? `status-${answer.status}` : answer.reason };
}

function unpacked(text: string): string | null {
  try {
    return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: 4_000_000 }).toString('utf8');
  } catch {
    return null;
  }
}

export const fiscalFactory: FiscalFactory = {
  id: 'nfse-national',
  create({ env: { companies } }) {
    const fiscal = companies['nfse-national'];
    if (!fiscal) return null;
    const certificate = fiscal.tls && {
      cert: readFileSync(fiscal.tls.certFile, 'utf8'),
      key: readFileSync(fiscal.tls.keyFile, 'utf8'),
    };
    const { url: baseUrl, lookup, environment } = fiscal;
    return createNfseNational({ baseUrl, lookup, environment, certificate });
  },
};

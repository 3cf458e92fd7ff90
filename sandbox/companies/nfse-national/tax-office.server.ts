import { gunzipSync } from 'node:zlib';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { JournalStore } from '../../runtime/journal-store.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { declarationProblem } from './dps-layout.ts';
import { readXml, textAt } from './read-xml.ts';

/** A note as the tax office stores it. */
export interface OfficialNote {
  /** Fifty digits. */
  readonly accessKey: string;
  readonly declarationId: string;
  readonly number: number;
  readonly issuer: string;
  readonly buyer: string | null;
  readonly buyerName: string | null;
  readonly service: string;
  readonly amount: string;
  readonly at: string;
  /** The note's own XML. */
  readonly xml: string;
  readonly canceledAt: string | null;
}

/** An error code and text of the tax office, and its HTTP status. */
export interface OfficialRefusal {
  readonly status: 400 | 404;
  readonly code: string;
  readonly text: string;
}

export interface TaxOffice {
  issue(packed: unknown): Result<OfficialNote, OfficialRefusal>;
  cancel(accessKey: string, packed: unknown): Result<OfficialNote, OfficialRefusal>;
  byDeclaration(id: string): OfficialNote | undefined;
  byKey(key: string): OfficialNote | undefined;
  /** Newest first. */
  list(): OfficialNote[];
}

const refuse = (code: string, text: string): Result<never, OfficialRefusal> => err({ status: 400, code, text });

/**
 * The stand-in for the national system of service notes: it checks declarations by the layout, numbers and stores them.
 */
export function createTaxOffice(context: SandboxContext): TaxOffice {
  const store: JournalStore<OfficialNote> = context.store<OfficialNote>('fiscal-notes', {
    idOf: (note) => note.declarationId,
  });
  const byKey = (key: string): OfficialNote | undefined => [...store.values()].find((note) => note.accessKey === key);
  return {
    byDeclaration: (id) => store.get(id),
    byKey,
    list: () => [...store.values()].reverse(),
    issue(packed) {
      const document = unpack(packed);
      if (!document) return refuse('E1226', 'O arquivo não está compactado em GZip e base64, ou não é XML');
      const problem = declarationProblem(document);
      if (problem) return refuse(problem.code, problem.text);
      const info = document.children[0];
      if (!info) return refuse('E1235', 'Falha no esquema XML da DPS');
      const id = info.attributes['Id'] ?? '';
      if (store.get(id)) return refuse('E0014', 'Já existe uma NFS-e gerada para esta DPS');
      const part = (path: string): string => textAt(info, path) ?? '';
      const issuer = part('prest/CNPJ');
      const number = [...store.values()].filter((one) => one.issuer === issuer).length + 1;
      const at = context.timestamp();
      const accessKey = keyOf({ place: part('cLocEmi'), issuer, number, at });
      const note: OfficialNote = {
        ...{ accessKey, declarationId: id, number, issuer },
        buyer: textAt(info, 'toma/CNPJ') ?? textAt(info, 'toma/CPF') ?? null,
        buyerName: textAt(info, 'toma/xNome') ?? null,
        service: part('serv/cServ/xDescServ'),
        amount: part('valores/vServPrest/vServ'),
        at,
        xml:
          `<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infNFSe Id="NFS${accessKey}">` +
          `<nNFSe>${number}</nNFSe><cStat>100</cStat><dhProc>${at}</dhProc></infNFSe></NFSe>`,
        canceledAt: null,
      };
      store.put(note);
      return ok(note);
    },
    cancel(accessKey, packed) {
      const note = byKey(accessKey);
      if (!note) return err({ status: 404, code: 'E2220', text: 'NFS-e não encontrada' });
      const document = unpack(packed);
      const info = document?.children[0];
      const isRequest = document?.name === 'pedRegEvento' && info?.attributes['Id'] === `PRE${accessKey}101101`;
      if (!info || !isRequest || textAt(info, 'chNFSe') !== accessKey || textAt(info, 'CNPJAutor') !== note.issuer)
        return refuse('E1235', 'Falha no esquema XML do pedido de registro de evento');
      if ((textAt(info, 'e101101/xMotivo') ?? '').length < 15)
        return refuse('E1235', 'Falha no esquema XML do pedido: xMotivo tem pelo menos 15 caracteres');
      if (note.canceledAt !== null) return refuse('E0840', 'Já existe um evento de cancelamento para esta NFS-e');
      const canceled = { ...note, canceledAt: context.timestamp() };
      store.put(canceled);
      return ok(canceled);
    },
  };
}

function unpack(packed: unknown) {
  if (typeof packed !== 'string') return null;
  try {
    return readXml(gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: 1_000_000 }).toString('utf8'));
  } catch {
    return null;
  }
}

/** City, who made it, kind and number of the issuer, number of the note, year and month, a code, and a check digit. */
function keyOf({ place, issuer, number, at }: { place: string; issuer: string; number: number; at: string }): string {
  const month = at.slice(2, 4) + at.slice(5, 7);
  const body = `${place}22${issuer}${String(number).padStart(13, '0')}${month}${String(number * 7919)
    .slice(-9)
    .padStart(9, '0')}`;
  let sum = 0;
  for (const [index, digit] of [...body].reverse().entries()) sum += Number(digit) * (2 + (index % 8));
  const rest = sum % 11;
  return body + (rest < 2 ? '0' : String(11 - rest));
}

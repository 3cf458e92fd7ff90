import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { dpsId, isServiceCode, noteTaxIdProblem } from './dps.ts';
import type { IssuerTerms } from './fiscal-note.types.ts';
import { toLayoutText, xml, type XmlNode } from './xml-text.server.ts';

const layoutNamespace = 'http://www.sped.fazenda.gov.br/nfse';
const layoutVersion = '1.01';
const application = 'Matricula-1';

/** The content of a declaration of services (DPS). */
export interface Declaration {
  readonly issuer: IssuerTerms;
  readonly environment: 1 | 2;
  /** From 1, within the issuer and its series. */
  readonly number: number;
  /** With the offset of Brasília: `2026-11-21T10:00:00-03:00`. */
  readonly issuedAt: string;
  /** Day of the service, `YYYY-MM-DD`. */
  readonly day: string;
  /** Null where the buyer gave no tax id: the layout then has no buyer. */
  readonly buyer: {
    readonly document: { readonly type: 'cpf' | 'cnpj'; readonly number: string };
    readonly name: string;
    readonly email: string;
  } | null;
  readonly description: string;
  /** Minor units of BRL. */
  readonly amount: bigint;
}

export type DeclarationFailure = 'letters-not-taken' | 'document-invalid' | 'issuer-invalid';

/**
 * Writes a declaration of services by the national layout (NFS-e, DPS 1.01 of 2026-02-09): elements in the order of
 * `TCInfDPS`, texts in Latin-1, sums with a point. Already canonical XML, so that a signature can be put in as it is.
 */
export function writeDeclaration(
  input: Declaration,
): Result<{ readonly id: string; readonly xml: string }, DeclarationFailure> {
  const { issuer, buyer } = input;
  const problem = buyer && taxIdProblem(buyer.document);
  if (problem) return err(problem);
  const { municipality, series, cnpj } = issuer;
  const id = dpsId({ municipality, issuer: { kind: 'cnpj', number: cnpj }, series, number: input.number });
  if (!id.ok || !isServiceCode(issuer.serviceCode)) return err('issuer-invalid');
  const nodes: XmlNode[] = [
    ['tpAmb', String(input.environment)],
    ['dhEmi', input.issuedAt],
    ['verAplic', application],
    ['serie', series],
    ['nDPS', String(input.number)],
    ['dCompet', input.day],
    ['tpEmit', '1'],
    ['cLocEmi', municipality],
    [
      'prest',
      [
        ['CNPJ', cnpj],
        ['IM', issuer.cityRegistration],
        [
          'regTrib',
          [
            ['opSimpNac', String(issuer.simplified)],
            ['regEspTrib', '0'],
          ],
        ],
      ],
    ],
    [
      'toma',
      buyer && [
        [buyer.document.type === 'cpf' ? 'CPF' : 'CNPJ', buyer.document.number],
        ['xNome', toLayoutText(buyer.name, 300)],
        ['email', toLayoutText(buyer.email, 80)],
      ],
    ],
    [
      'serv',
      [
        ['locPrest', [['cLocPrestacao', municipality]]],
        [
          'cServ',
          [
            ['cTribNac', issuer.serviceCode],
            ['xDescServ', toLayoutText(input.description, 2000)],
            ['cNBS', issuer.nbs],
          ],
        ],
      ],
    ],
    [
      'valores',
      [
        ['vServPrest', [['vServ', decimalOf(input.amount)]]],
        [
          'trib',
          [
            [
              'tribMun',
              [
                ['tribISSQN', '1'],
                ['tpRetISSQN', '1'],
              ],
            ],
            ['totTrib', [['indTotTrib', '0']]],
          ],
        ],
      ],
    ],
  ];
  const info = `<infDPS Id="${id.value}">${xml(nodes)}</infDPS>`;
  return ok({ id: id.value, xml: `<DPS xmlns="${layoutNamespace}" versao="${layoutVersion}">${info}</DPS>` });
}

/** Empties every element of the buyer in a declaration. */
export function redactBuyer(declaration: string): string {
  return declaration.replace(/<toma>.*?<\/toma>/s, (buyer) => buyer.replaceAll(/>[^<]+</g, '><'));
}

/** The request to cancel a note (event 101101), because the service was not rendered. */
export function writeCancellation(input: {
  readonly issuer: IssuerTerms;
  readonly environment: 1 | 2;
  readonly accessKey: string;
  readonly at: string;
  readonly reason: string;
}): string {
  const nodes: XmlNode[] = [
    ['tpAmb', String(input.environment)],
    ['verAplic', application],
    ['dhEvento', input.at],
    ['CNPJAutor', input.issuer.cnpj],
    ['chNFSe', input.accessKey],
    [
      'e101101',
      [
        ['xDesc', 'Cancelamento de NFS-e'],
        ['cMotivo', '2'],
        ['xMotivo', toLayoutText(input.reason, 255)],
      ],
    ],
  ];
  const info = `<infPedReg Id="PRE${input.accessKey}101101">${xml(nodes)}</infPedReg>`;
  return `<pedRegEvento xmlns="${layoutNamespace}" versao="${layoutVersion}">${info}</pedRegEvento>`;
}

/**
 * Whether a buyer's tax id is valid in a note by the layout in force; null when it is. Checked when the buyer types it,
 * wherever the brand needs a note, so that it is not refused after the payment.
 */
export function taxIdProblem(document: {
  readonly type: string;
  readonly number: string;
}): 'letters-not-taken' | 'document-invalid' | null {
  if (document.type !== 'cpf' && document.type !== 'cnpj') return null;
  return noteTaxIdProblem({ kind: document.type, number: document.number });
}

/** `114000` → `1140.00`. */
function decimalOf(amount: bigint): string {
  const digits = amount.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Brasília has no summer time since 2019. */
const offsetHours = 3;

/** An instant as the layout writes it, at Brasília: `2026-11-21T10:00:00-03:00`. */
export function atBrasilia(instant: Date): string {
  return `${new Date(instant.getTime() - offsetHours * 3600 * 1000).toISOString().slice(0, 19)}-03:00`;
}

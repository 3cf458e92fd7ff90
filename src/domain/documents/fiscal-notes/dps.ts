import { err, ok, type Result } from '#src/kernel/result/result.ts';

/** The issuer of a service note (NFS-e), by registry; `number` without a mask. */
export interface NoteIssuer {
  readonly kind: 'cnpj' | 'cpf';
  readonly number: string;
}

export interface DpsNumber {
  /** IBGE code of the municipality that issues, seven digits. */
  readonly municipality: string;
  readonly issuer: NoteIssuer;
  /** One to five digits. */
  readonly series: string;
  /** Number of the declaration, from 1, at most 15 digits. */
  readonly number: number;
}

/** `letters-not-taken`: the national layout in force takes a CNPJ of digits only, so the tax office would refuse it. */
export type DpsFailure =
  | 'letters-not-taken'
  | 'document-invalid'
  | 'municipality-invalid'
  | 'series-invalid'
  | 'number-invalid';

const kinds = { cpf: { code: '1', digits: 11 }, cnpj: { code: '2', digits: 14 } } as const;

/**
 * Whether a tax id is valid in a service note by the layout in force (`TSCNPJ` = 14 digits, `TSCPF` = 11); null when it is.
 * Checked before anything is sent, also for the buyer's tax id.
 */
export function noteTaxIdProblem({
  kind,
  number,
}: NoteIssuer): Extract<DpsFailure, 'letters-not-taken' | 'document-invalid'> | null {
  if (kind === 'cnpj' && /^[0-9A-Z]{12}\d{2}$/.test(number) && /[A-Z]/.test(number)) return 'letters-not-taken';
  return /^\d+$/.test(number) && number.length === kinds[kind].digits ? null : 'document-invalid';
}

/**
 * Identifier of a declaration of services (DPS) of the national NFS-e: `DPS`, municipality (7), kind of registry (1),
 * registry filled up with zeros (14), series (5), number (15).
 */
export function dpsId({ municipality, issuer, series, number }: DpsNumber): Result<string, DpsFailure> {
  if (!/^\d{7}$/.test(municipality)) return err('municipality-invalid');
  const problem = noteTaxIdProblem(issuer);
  if (problem) return err(problem);
  if (!/^\d{1,5}$/.test(series)) return err('series-invalid');
  if (!isDpsNumber(String(number))) return err('number-invalid');
  const registry = kinds[issuer.kind].code + issuer.number.padStart(14, '0');
  return ok(`DPS${municipality}${registry}${series.padStart(5, '0')}${String(number).padStart(15, '0')}`);
}

/** Whether the text is such an identifier (`DPS[0-9]{42}`). */
export function isDpsId(text: string): boolean {
  return /^DPS\d{42}$/.test(text);
}

/** `nDPS`: 1 to 15 digits without zeros in front. */
export function isDpsNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

/** `cTribNac`: the six digits of the national list of services. */
export function isServiceCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

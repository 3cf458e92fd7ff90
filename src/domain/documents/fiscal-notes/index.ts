export type { CancelAnswer, FiscalAuthority, FindAnswer, IssueAnswer, IssuedNote } from './fiscal-authority.port.ts';
export { dpsId, isDpsId, isDpsNumber, isServiceCode } from './dps.ts';
export type { FiscalNote, IssuerTerms } from './fiscal-note.types.ts';

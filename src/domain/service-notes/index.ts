export {
  type DpsFailure,
  dpsId,
  type DpsNumber,
  isDpsId,
  isDpsNumber,
  isServiceCode,
  noteDocumentProblem,
  type NoteIssuer,
} from './dps.ts';

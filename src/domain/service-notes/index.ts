export { dpsId, isDpsId, isDpsNumber, isServiceCode, noteDocumentProblem } from './dps.ts';

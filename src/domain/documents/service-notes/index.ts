export { dpsId, isDpsId, isDpsNumber, isServiceCode, noteTaxIdProblem } from './dps.ts';

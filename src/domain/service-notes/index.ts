export { dpsId, isDpsId, isDpsNumber, isServiceCode } from './dps.ts';

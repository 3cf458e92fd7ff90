export type { RiskRejection } from './risk-rejection.ts';

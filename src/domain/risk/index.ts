export type { RiskRejection } from './decide-risk.ts';

export type { DisputeCategory } from './dispute-reason.ts';
export type { DisputeOutcome, DisputeResponse, DisputeStage, DisputeView } from './dispute.types.ts';

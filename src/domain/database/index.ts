export type { AttemptState } from './attempt-state.types.ts';

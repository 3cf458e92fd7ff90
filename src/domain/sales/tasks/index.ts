export { type TaskEnd, type TaskKind, taskKinds, taskRules } from './task-kinds.ts';

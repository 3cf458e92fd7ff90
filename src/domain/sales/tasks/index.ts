export { isTaskKind, type TaskEnd, type TaskKind, taskKinds, type TaskRule, taskRules } from './task-kinds.ts';

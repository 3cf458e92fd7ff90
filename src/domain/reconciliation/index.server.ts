export { assignTask, resolveTask } from './resolve-task.server.ts';
export { openReconciliationTasks, taskFigures, taskKinds, taskStanding } from './task.repository.server.ts';

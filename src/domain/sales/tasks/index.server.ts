export * from './index.ts';
export type { OpenTask, TaskFilter, TaskView } from './open-task.repository.server.ts';
export { eraseTaskReasons, openStaffTask } from './staff-task.repository.server.ts';
export {
  assignTask,
  endTask,
  openTask,
  openTaskCounts,
  openTasks,
  reopenEndedEndpoint,
  type TaskFailure,
  taskMetrics,
} from './work-task.server.ts';

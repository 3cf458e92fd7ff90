export * from './index.ts';
export type { OpenTask, TaskView } from './open-task.repository.server.ts';
export { eraseTaskReasons, openStaffTask } from './staff-task.repository.server.ts';
export {
  assignTask,
  endTask,
  openTask,
  openTaskCounts,
  openTasks,
  reopenEndedEndpoint,
  taskMetrics,
} from './work-task.server.ts';

export { exceptionTasks } from './exception-tasks.ts';

export { type ExceptionTask, exceptionTasks } from './exception-tasks.ts';

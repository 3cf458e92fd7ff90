export { assignException, resolveException } from './resolve-exception.server.ts';
export {
  openReconciliationExceptions,
  exceptionMetrics,
  exceptionTasks,
  exceptionStatus,
} from './exception.repository.server.ts';

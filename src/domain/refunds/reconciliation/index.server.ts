export * from './index.ts';
export { assignException, resolveException } from './resolve-exception.server.ts';
export { openReconciliationExceptions, type ExceptionStatus, exceptionStatus } from './exception.repository.server.ts';

export * from './index.ts';
export { exportApprovalsOf, requestApprovedExport } from './approved-export.server.ts';
export { exportsOf, exportTicket, fetchExport, sweepExports } from './download-export.server.ts';
export { endPersonalExports } from './export.repository.server.ts';
export { makeExport } from './make-export.server.ts';
export { requestExport } from './request-export.server.ts';

export { type ExportFilters, exportFilters } from './export-question.ts';
export {
  type ExportApproval,
  exportFormats,
  type ExportFormat,
  exportKinds,
  type ExportKind,
  type ExportView,
} from './export.types.ts';

export { type ExportFilters, exportFilters } from './export-question.ts';
export { harmlessText, localTime } from './csv-text.ts';
export {
  type ExportApproval,
  type ExportCell,
  exportFormats,
  type ExportFormat,
  exportKinds,
  type ExportKind,
  type ExportView,
} from './export.types.ts';

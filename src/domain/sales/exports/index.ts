export { type ExportFilters, exportFilters } from './export-question.ts';
export { harmlessText, localTime } from './csv-text.ts';
export {
  type ExportCell,
  exportFormats,
  type ExportFormat,
  exportKinds,
  type ExportKind,
  type ExportView,
} from './export.types.ts';

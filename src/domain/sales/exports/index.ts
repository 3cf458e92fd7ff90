export { decimalText, harmlessText, localTime } from './csv-text.ts';
export {
  type ExportCell,
  type ExportFilters,
  exportFormats,
  type ExportFormat,
  exportKinds,
  type ExportKind,
  type ExportView,
} from './export.types.ts';

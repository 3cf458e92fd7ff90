export { eraseSaleNotes, insertSaleNote } from './sale-note.repository.server.ts';

export { eraseBuyerOfNotes, noteOfOrder } from './fiscal-note.repository.server.ts';
export * from './index.ts';
export { settleFiscalNote, sweepFiscalNotes } from './settle-note.server.ts';
export { settleNoteJob, issuesNotes, syncFiscalNote } from './want-note.server.ts';
export { documentProblem } from './write-declaration.server.ts';

export { eraseBuyerOfNotes, noteOfOrder } from './fiscal-note.repository.server.ts';
export * from './index.ts';
export { processFiscalNote, sweepFiscalNotes } from './process-note.server.ts';
export { issuesNotes, requestNoteAgain, syncFiscalNote } from './request-note.server.ts';
export { taxIdProblem } from './write-declaration.server.ts';

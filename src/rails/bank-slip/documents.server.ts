import { attemptStates, isOpen, type RailDocument } from '#src/domain/payments/index.ts';
import { readStoredSlip } from './slip-instructions.ts';
import { slipDocument } from './slip-document.ts';
import { slipPdf } from './slip-pdf.server.ts';

function isOpenState(state: string): boolean {
  return attemptStates.some((known) => known === state && isOpen(known));
}

/** The slip as a PDF, as long as it can be paid. */
export const railDocuments: readonly RailDocument[] = [
  {
    id: 'slip-pdf',
    fileName: 'boleto.pdf',
    contentType: 'application/pdf',
    isReady: (attempt) =>
      isOpenState(attempt.state) && attempt.instructions !== null && readStoredSlip(attempt.instructions) !== null,
    async render(input) {
      const slip = slipDocument(input);
      if (!slip) throw new Error('A slip came without its bars');
      return slipPdf(slip);
    },
  },
];
